// While nobody is signed in: deletes stored pages and ends push messages of whoever used this browser before.
async function forget() {
  if (!("serviceWorker" in navigator)) return;
  await navigator.locks.request("kept", async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  const registration = await navigator.serviceWorker.getRegistration("/");
  if (!registration) return;
  (await registration.getNotifications()).forEach((notification) => notification.close());
  await registration.unregister();
}
forget();
