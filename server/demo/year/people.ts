import type { Device } from "../../../db/enums.ts";
import type { Random } from "./random.ts";

export type Source = { referrer: string; utmSource: string; utmCampaign: string };

export type Buyer = {
  name: string;
  email: string;
  /** Billing country, ISO 3166-1 alpha-2. */
  country: string;
  taxId: string | null;
  /** Names the buyer's browser. */
  browser: string;
  device: Device;
  source: Source;
};

const FIRST_NAMES =
  "Emma Olivia Ava Mia Sophie Lena Hannah Clara Julia Laura Sara Anna Marie Nora Lucy Grace Ella Ruby Alice Chloe Elena Giulia Carla Ines Camille Manon Fleur Saskia Freya Maeve James Noah Liam Lukas Jonas Matteo Pablo Hugo Daan Finn".split(
    " ",
  );
const LAST_NAMES =
  "Carter Miller Brooks Bennett Hayes Parker Reed Foster Griffin Wells Walsh Byrne Clarke Turner Hughes Wright Palmer Fischer Weber Wagner Becker Hofmann Keller Huber Rossi Conti Marino Garcia Moreno Dubois Laurent Moreau Jansen Visser Novak Lind Berg Nguyen Patel Kowalski".split(
    " ",
  );
const DOMAINS = [
  ["example.com", 6],
  ["example.org", 2],
  ["example.net", 2],
] as const;

/** Country, weight and the form of its VAT numbers; schools have one. */
const COUNTRIES: [{ code: string; taxId?: string }, number][] = [
  [{ code: "US" }, 44],
  [{ code: "GB", taxId: "GB123456789" }, 12],
  [{ code: "DE", taxId: "DE123456789" }, 10],
  [{ code: "CA" }, 8],
  [{ code: "AU" }, 6],
  [{ code: "IT", taxId: "IT12345678901" }, 5],
  [{ code: "FR", taxId: "FR12345678901" }, 4],
  [{ code: "NL", taxId: "NL123456789B01" }, 3],
  [{ code: "IE", taxId: "IE1234567A" }, 3],
  [{ code: "ES", taxId: "ESB12345678" }, 2],
  [{ code: "AT", taxId: "ATU12345678" }, 2],
  [{ code: "CH" }, 1],
];

const DEVICES = [
  ["phone", 58],
  ["desktop", 31],
  ["tablet", 11],
] as const;

/** Where visitors come from; the newsletter has a campaign for each season. */
const SOURCES: [Source, number][] = [
  [{ referrer: "", utmSource: "", utmCampaign: "" }, 30],
  [{ referrer: "pinterest.com", utmSource: "pinterest", utmCampaign: "pins" }, 24],
  [{ referrer: "google.com", utmSource: "", utmCampaign: "" }, 18],
  [{ referrer: "instagram.com", utmSource: "instagram", utmCampaign: "reels" }, 14],
  [{ referrer: "", utmSource: "newsletter", utmCampaign: "" }, 9],
  [{ referrer: "playathome.example", utmSource: "", utmCampaign: "" }, 5],
];

const CAMPAIGNS = ["new-year", "spring", "summer", "back-to-school", "autumn", "advent"];

/** Chooses a source of a visit at a time (in milliseconds). */
export function chooseSource(random: Random, at: number): Source {
  const source = random.weighted(SOURCES);
  if (source.utmSource !== "newsletter") return source;
  const season = Math.floor(new Date(at).getUTCMonth() / 2);
  return { ...source, utmCampaign: CAMPAIGNS[season] ?? "" };
}

export function chooseDevice(random: Random): Device {
  return random.weighted(DEVICES);
}

/** Chooses a buyer; `nth` makes the address unique. */
export function chooseBuyer(
  random: Random,
  { nth, at, isSchool }: { nth: number; at: number; isSchool: boolean },
): Buyer {
  const [first, last] = [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const country = random.weighted(COUNTRIES);
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}${nth}@${random.weighted(DOMAINS)}`.toLowerCase(),
    country: country.code,
    taxId: (isSchool && country.taxId) || null,
    browser: `sample-browser-${nth}`,
    device: chooseDevice(random),
    source: chooseSource(random, at),
  };
}
