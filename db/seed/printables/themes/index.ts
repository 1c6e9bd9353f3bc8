import { AUTUMN_LEAVES } from "./autumn-leaves.ts";
import { HELLO_SCHOOL } from "./hello-school.ts";
import { HELLO_SUMMER } from "./hello-summer.ts";
import { MY_BODY } from "./my-body.ts";
import { ON_THE_FARM } from "./on-the-farm.ts";
import { SPRING_GARDEN } from "./spring-garden.ts";
import { SUN_WIND_RAIN } from "./sun-wind-rain.ts";
import { UNDER_THE_SEA } from "./under-the-sea.ts";
import { WINTER_DAYS } from "./winter-days.ts";
import type { Theme } from "./theme.ts";

/** The nine months in school order. */
export const THEMES: readonly Theme[] = [
  HELLO_SCHOOL,
  AUTUMN_LEAVES,
  ON_THE_FARM,
  WINTER_DAYS,
  MY_BODY,
  SUN_WIND_RAIN,
  SPRING_GARDEN,
  UNDER_THE_SEA,
  HELLO_SUMMER,
];
