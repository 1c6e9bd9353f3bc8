const ROW_COLUMNS = `
  version INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
`;
const flag = (name: string, value: 0 | 1) =>
  `${name} INTEGER NOT NULL DEFAULT ${value} CHECK (${name} IN (0, 1))`;
const optional = (name: string) => `${name} TEXT NOT NULL DEFAULT ''`;

export const content = /* sql */ `
CREATE TABLE testimonials (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  text TEXT NOT NULL,
  author TEXT NOT NULL,
  ${optional("role")},
  ${optional("image")},
  ${optional("gradient")},
  position INTEGER NOT NULL DEFAULT 0,
  ${flag("active", 1)},
  ${flag("placeholder", 0)},
  ${ROW_COLUMNS}
) STRICT;

CREATE TABLE faqs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  question TEXT NOT NULL,
  answer TEXT NOT NULL,
  position INTEGER NOT NULL DEFAULT 0,
  ${flag("active", 1)},
  ${ROW_COLUMNS}
) STRICT;

CREATE TABLE pages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  slug TEXT NOT NULL UNIQUE,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  updated_on TEXT NOT NULL,
  ${ROW_COLUMNS}
) STRICT;

CREATE TABLE texts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  value TEXT NOT NULL,
  ${ROW_COLUMNS}
) STRICT;

CREATE TABLE settings (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id = 1),
  ${optional("seller_name")},
  ${optional("seller_address")},
  ${optional("seller_country")},
  ${optional("vat_number")},
  ${optional("registration_number")},
  ${optional("support_email")},
  ${optional("phone")},
  ${optional("hours")},
  ${optional("time_zone")},
  ${optional("brand")},
  ${optional("logo")},
  ${optional("social_url")},
  countdown TEXT NOT NULL DEFAULT 'restart' CHECK (countdown IN ('restart', 'off', 'until')),
  countdown_until INTEGER,
  ${flag("show_list_prices", 1)},
  ${flag("show_testimonials", 1)},
  ${flag("show_trust_claim", 0)},
  ${flag("quote_contact_message", 1)},
  default_paper TEXT NOT NULL DEFAULT 'a4' CHECK (default_paper IN ('a4', 'letter')),
  ${optional("posthog_key")},
  posthog_region TEXT NOT NULL DEFAULT 'us' CHECK (posthog_region IN ('us', 'eu')),
  ${optional("meta_pixel_id")},
  ${optional("gtm_id")},
  ${optional("pinterest_tag_id")},
  ${optional("legal_reviewed_on")},
  ${flag("show_checklist", 1)},
  ${ROW_COLUMNS}
) STRICT;
`;
