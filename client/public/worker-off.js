// What stands at /sw.js with WORKER=off: takes the place of any worker of the shop, empties its caches
// and removes itself. Pages are then served by the network alone.
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  );
});
