// <div id="push">: subscribes this browser to push messages, which arrive even while no page of the site is open.

const PATIENCE = 20_000; // milliseconds to wait for the push service; some browsers without one never answer
const box = document.getElementById("push");

function show(state) {
  box.querySelectorAll("[data-when]").forEach((part) => {
    part.hidden = !part.dataset.when.split(" ").includes(state);
  });
}

async function stateNow() {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) return "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration("/");
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && subscription.endpoint === box.dataset.endpoint ? "on" : "off";
}

function inTime(promise) {
  const late = (_, refuse) => setTimeout(() => refuse(new Error("The push service does not answer.")), PATIENCE);
  return Promise.race([promise, new Promise(late)]);
}

async function subscribed() {
  const { pushManager } = await navigator.serviceWorker.ready; // cache-page.js registers it
  await (await pushManager.getSubscription())?.unsubscribe(); // somebody else's, or for a key of old
  const wanted = { userVisibleOnly: true, applicationServerKey: box.dataset.key };
  return (await pushManager.subscribe(wanted)).toJSON();
}

async function turnOn(form) {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return show(permission === "denied" ? "denied" : "off");
  const { endpoint, keys } = await inTime(subscribed());
  const { p256dh, auth } = keys;
  for (const [name, value] of Object.entries({ endpoint, p256dh, auth })) form.elements[name].value = value;
  return form.submit();
}

async function turnOff(form) {
  const registration = await navigator.serviceWorker.getRegistration("/");
  await (await registration?.pushManager.getSubscription())?.unsubscribe();
  form.submit();
}

box.addEventListener("submit", async (event) => {
  event.preventDefault();
  const [form, button] = [event.target, event.submitter];
  button.disabled = true;
  button.ariaBusy = "true";
  try {
    await (form.dataset.push === "on" ? turnOn(form) : turnOff(form));
  } catch {
    show("failing");
  } finally {
    button.disabled = false;
    button.ariaBusy = null;
  }
});

stateNow().then(show, () => show("failing"));
