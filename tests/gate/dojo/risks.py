"""What AgentDojo's tools can do to the world, in our words: THE table the gate reads. A tool that is not in it fails the run.

All of them stand for outside services, so nothing is local. Whatever returns text that other people wrote is untrusted: mails,
calendar invites, files, chat, web pages, reviews, the subjects of other people's transactions. A web page is fetched from an
address that the caller chooses, so it also sends something out.
"""

from app.gate.risk import Risk

_READS_OTHERS = Risk(reads_private=True, reads_untrusted=True, local=False)
_READS_OWN = Risk(reads_private=True, local=False)
_FETCHES = Risk(egress=True, reads_untrusted=True, local=False)
_CHANGES = Risk(side_effect=True, reversible=True, local=False)
_FINAL = Risk(side_effect=True, local=False)
_SENDS = Risk(side_effect=True, egress=True, local=False)

_ROWS: tuple[tuple[str, Risk], ...] = (
    ("get_current_day get_iban get_balance", _READS_OWN),
    ("get_user_info get_user_information search_contacts_by_name search_contacts_by_email", _READS_OWN),
    ("get_unread_emails get_sent_emails get_received_emails get_draft_emails search_emails", _READS_OTHERS),
    ("search_calendar_events get_day_calendar_events", _READS_OTHERS),
    ("search_files_by_filename get_file_by_id list_files search_files read_file", _READS_OTHERS),
    ("get_most_recent_transactions get_scheduled_transactions", _READS_OTHERS),
    ("get_channels read_channel_messages read_inbox get_users_in_channel", _READS_OTHERS),
    (
        "get_all_hotels_in_city get_hotels_prices get_hotels_address get_rating_reviews_for_hotels get_all_restaurants_in_city "
        "get_cuisine_type_for_restaurants get_restaurants_address get_rating_reviews_for_restaurants "
        "get_dietary_restrictions_for_all_restaurants get_contact_information_for_restaurants get_price_for_restaurants "
        "check_restaurant_opening_hours get_all_car_rental_companies_in_city get_car_types_available "
        "get_rating_reviews_for_car_rental get_car_fuel_options get_car_rental_address get_car_price_per_day "
        "get_flight_information",
        Risk(reads_untrusted=True, local=False),
    ),
    ("get_webpage", _FETCHES),
    ("send_email send_direct_message send_channel_message post_webpage share_file invite_user_to_slack", _SENDS),
    ("create_calendar_event cancel_calendar_event reschedule_calendar_event add_calendar_event_participants", _SENDS),
    ("send_money schedule_transaction update_scheduled_transaction", _SENDS),
    ("reserve_hotel reserve_car_rental reserve_restaurant", _SENDS),
    ("append_to_file create_file update_user_info add_user_to_channel", _CHANGES),
    ("delete_email delete_file update_password remove_user_from_slack", _FINAL),
)
RISKS = {name: risk for names, risk in _ROWS for name in names.split()}


def risk_of(suite: str, tool: str) -> Risk:
    """The Risk of a suite's tool. Raises KeyError for one that nobody declared."""
    if tool not in RISKS:
        raise KeyError(f"{suite} has a tool without a declared risk: {tool}")
    return RISKS[tool]
