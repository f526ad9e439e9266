"""The error tree. Each class says what happens next; its docstring is close to the sentence a user would read.

    AssistantError
    ├── ConfigurationError      a setting is wrong: the start stops and names it
    ├── StorageError            the database refused
    │   ├── StorageBusy         locked or unreachable: try again in a moment
    │   ├── StorageFull         the disk is full: nothing was acknowledged
    │   ├── TakenOver           another process has this turn now: it settles it, this one lets go
    │   ├── MoveRefused         a database can't be moved as it is: neither end was changed
    │   └── MigrationError      a migration failed or was altered: the start stops, data is as it was
    ├── ToolProblem             a tool cannot do what was asked: the model reads why and may try another way
    │   ├── NotFound            the thing named is not there
    │   ├── TooMany             the person has as many of these as are kept: some go first
    │   └── ChangedElsewhere    it isn't any more what was shown: it is shown again first
    ├── ModelError              a language model failed: the next in the chain answers
    │   ├── UnknownModel        the configured model name means nothing to us
    │   └── BudgetSpent         a cap on money or tokens is reached: the offline model answers, and says so
    ├── VaultError              what opens an account elsewhere can't be had
    │   ├── VaultLocked         the key isn't here: nothing is kept or read until it is back
    │   └── SecretUnreadable    this one is damaged or was moved: connect that account again
    ├── AccountError            an account elsewhere could not be used
    │   ├── AccountAway         its server doesn't answer, or not now: the same may work later
    │   ├── AccountClosed       it no longer lets us in: it is to be connected again
    │   ├── OutcomeUnknown      nobody knows whether a change was made there: it is told, never done twice silently
    │   │   └── SendUnknown     the same of a mail that is sent
    │   └── SendRefused         the server refused a mail for good
    ├── OutsideError            an address elsewhere can't be read
    │   ├── OutsideRefused      it isn't one that may be asked: nothing was sent to it
    │   └── FetchFailed         it was asked and gave nothing of use: the same may work later
    ├── EmbedderUnavailable     no embeddings: keyword search and keyword routing carry on
    │   └── EmbedderBusy        the encoder's server is the reason, whatever the text: it is tried again later
    ├── DeliveryError           a channel didn't take a message
    │   ├── DeliveryLater       it certainly didn't: try again then
    │   │   ├── DeliveryAway            the channel can't be reached
    │   │   └── DeliveryKeyRefused      it doesn't take our key
    │   ├── DeliveryRefused     it never will: the chat is gone or the message is wrong
    │   ├── DeliveryUnknown     nobody knows: it is said openly, never sent twice silently
    │   └── DeliveryGone        the message to change is not there any more: a new one is sent
    ├── ActionRefused           an approval is stale, foreign, altered or already used: nothing runs
    ├── InputRefused            what was sent cannot be taken: the sender is told why
    │   └── QueueFull           too much of what was sent waits: the same may be sent again later
    └── NotAllowed              the sender is not on the list

Anything else is a bug: it is logged at the edge with its trace, and the user reads one plain sentence.
"""


class AssistantError(Exception):
    """Something went wrong on my side. I've kept what you sent; please try again."""

    def __init__(self, message: str | None = None) -> None:
        """`message` is a sentence a user may read; without one the class's own docstring is it."""
        super().__init__(message or (type(self).__doc__ or "").strip().splitlines()[0])

    @property
    def sentence(self) -> str:
        """What the user reads."""
        return str(self)


class ConfigurationError(AssistantError):
    """A setting is wrong, so I can't start until it is changed."""


class StorageError(AssistantError):
    """My storage isn't answering right now. Give it a moment and try again."""


class StorageBusy(StorageError):
    """My storage is busy right now. Give it a moment and try again."""


class StorageFull(StorageError):
    """The disk is full, so I can't keep anything new. Free some space and send that again."""


class TakenOver(StorageError):
    """Another process took this conversation over and will answer."""


class MoveRefused(StorageError):
    """That can't be moved as it is, so nothing was changed."""


class MigrationError(StorageError):
    """The database could not be brought up to date; it is as it was before."""


class ToolProblem(AssistantError):
    """That can't be done as asked."""


class NotFound(ToolProblem):
    """I can't find that one."""


class ChangedElsewhere(ToolProblem):
    """It was changed elsewhere in the meantime, so I left it. Look at it again, then tell me what to change."""


class TooMany(ToolProblem):
    """You have as many of those as I keep. Delete some first."""


class ModelError(AssistantError):
    """The language model isn't answering, so I'll do what I can without it."""


class UnknownModel(ModelError, ConfigurationError):
    """That model name isn't one I know."""


class BudgetSpent(ModelError):
    """The budget for language models is spent for now, so I'll do what I can without one."""


class VaultError(AssistantError):
    """I can't get at your saved logins right now."""


class VaultLocked(VaultError):
    """The key to your saved logins isn't here, so I can't reach your accounts. `./scripts/run doctor` says what to do."""


class SecretUnreadable(VaultError):
    """A saved login can't be opened any more. Connect that account again."""


class OutsideError(AssistantError):
    """I can't read that address."""

    def __init__(self, message: str | None = None, *, reason: str = "", host: str = "") -> None:
        """`reason` is a stable word for logs and tables; `host` whom it is about, "" where that can't be told."""
        super().__init__(message)
        self.reason = reason
        self.host = host


class OutsideRefused(OutsideError):
    """That address isn't one I may ask."""


class FetchFailed(OutsideError):
    """That address gave me nothing I can use."""

    def __init__(self, message: str | None = None, *, reason: str = "", host: str = "", status: int = 0) -> None:
        """`status` is the HTTP status where one was the reason, else 0."""
        super().__init__(message, reason=reason, host=host)
        self.status = status


class EmbedderUnavailable(AssistantError):
    """Search by meaning is off for now; search by words works."""


class EmbedderBusy(EmbedderUnavailable):
    """Search by meaning rests for now: its server isn't answering. Search by words works."""


class DeliveryError(AssistantError):
    """That message didn't get through."""


class DeliveryLater(DeliveryError):
    """The channel isn't taking messages right now; I'll try again in a moment."""

    def __init__(self, message: str | None = None, *, seconds: float = 1.0) -> None:
        """`seconds` is how long the channel asked to be left alone."""
        super().__init__(message)
        self.seconds = seconds


class DeliveryAway(DeliveryLater):
    """The channel can't be reached right now; I'll try again in a moment."""


class DeliveryKeyRefused(DeliveryLater):
    """The channel doesn't accept its key, so nothing can be sent there until somebody gives it a new one."""


class DeliveryRefused(DeliveryError):
    """The channel won't take that message."""


class DeliveryUnknown(DeliveryError):
    """It isn't certain whether that message arrived."""


class DeliveryGone(DeliveryError):
    """The message to change isn't there any more."""


class ActionRefused(AssistantError):
    """That button no longer does anything."""


class InputRefused(AssistantError):
    """I can't take that as it is."""


class QueueFull(InputRefused):
    """Too many of your messages wait for an answer. Send this one again when I've caught up."""


class NotAllowed(AssistantError):
    """This assistant doesn't know you yet."""


class AccountError(AssistantError):
    """An account elsewhere could not be used. `sentence` says why, in a user's words."""


class AccountAway(AccountError):
    """Its server doesn't answer, or not now: the same may work later."""


class AccountClosed(AccountError):
    """It no longer lets us in: the password or the permission is to be given anew."""


class OutcomeUnknown(AccountError):
    """Nobody knows whether that went through: the connection ended after it was handed over. Look before you ask me again."""


class SendUnknown(OutcomeUnknown):
    """Nobody knows whether a mail went out: the connection ended after it was handed over."""


class SendRefused(AccountError):
    """The server refused a mail for good."""
