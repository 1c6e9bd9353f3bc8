import type { ComponentType } from "react";
import { AboutCreator } from "./about-creator.tsx";
import { Bonuses } from "./bonuses.tsx";
import { Faq } from "./faq.tsx";
import { FinalCta } from "./final-cta.tsx";
import { Hero } from "./hero.tsx";
import { HowItWorks } from "./how-it-works.tsx";
import { PainPoints } from "./pain-points.tsx";
import { WhatLearn } from "./what-learn.tsx";
import { WhatsIncluded } from "./whats-included.tsx";
import { WhyChoose } from "./why-choose.tsx";

/** The sections that answer nothing but links, by the first part of their heading's id. */
export const stillSections = {
  hero: Hero,
  "pain-points": PainPoints,
  "why-choose": WhyChoose,
  "what-learn": WhatLearn,
  "whats-included": WhatsIncluded,
  "how-it-works": HowItWorks,
  bonuses: Bonuses,
  "about-creator": AboutCreator,
  faq: Faq,
  "final-cta": FinalCta,
} satisfies Record<string, ComponentType>;
