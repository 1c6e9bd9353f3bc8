const PAPER = "#FFFAF1";

const icon = (name: string, size: number, purpose: "any" | "maskable" | "monochrome") => ({
  src: `/pictures/${name}.png`,
  sizes: `${size}x${size}`,
  type: "image/png",
  purpose,
});

const ICONS = [
  icon("icon-192", 192, "any"),
  icon("icon-512", 512, "any"),
  icon("icon-maskable-512", 512, "maskable"),
  icon("icon-monochrome-512", 512, "monochrome"),
];

const WINDOW = {
  display: "standalone",
  display_override: ["window-controls-overlay", "standalone"],
  theme_color: PAPER,
  background_color: PAPER,
  icons: ICONS,
  launch_handler: { client_mode: "navigate-existing" },
};

const shortcutIcons = [{ src: "/pictures/icon-192.png", sizes: "192x192", type: "image/png" }];

export function shopManifest(brand: string) {
  return {
    id: "/account",
    name: brand,
    short_name: brand,
    description:
      "Your printable pages, also without a connection: save them, open them, print them.",
    lang: "en",
    categories: ["education", "kids"],
    start_url: "/account?source=app",
    scope: "/",
    ...WINDOW,
    shortcuts: [
      { name: "My downloads", url: "/account", icons: shortcutIcons },
      { name: "Contact", url: "/contact", icons: shortcutIcons },
    ],
    screenshots: [
      screenshot("wide", { width: 1280, height: 800 }),
      screenshot("narrow", { width: 780, height: 1688 }),
    ],
  };
}

export function adminManifest(brand: string) {
  return {
    id: "/admin",
    name: `${brand} Admin`,
    short_name: `${brand} Admin`,
    description: "Orders, products and everything else of the shop.",
    lang: "en",
    start_url: "/admin",
    scope: "/admin",
    ...WINDOW,
  };
}

/** Made by tests/support/app-screenshots.ts. */
function screenshot(kind: "wide" | "narrow", { width, height }: { width: number; height: number }) {
  return {
    src: `/screenshots/account-${kind}.webp`,
    sizes: `${width}x${height}`,
    type: "image/webp",
    form_factor: kind,
    label: "Your purchases, ready to print",
  };
}
