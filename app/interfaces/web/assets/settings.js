// Settings: the button that lets reminders come as notifications, where the browser can still be asked. Without this the page works as it is.

const line = document.getElementById('notify-line');
const offer = () => {
  const place = document.getElementById('notify-line');
  if (place) place.hidden = globalThis.Notification?.permission !== 'default';
};
document.addEventListener('click', (event) => {
  if (event.target.id === 'notify') Notification.requestPermission().then(offer);
});
document.body.addEventListener('htmx:after:swap', offer);
if (line) offer();
