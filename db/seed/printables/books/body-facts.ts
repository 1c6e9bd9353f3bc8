import type { DrawingName } from "../drawings/index.ts";
import type { Label } from "../pages/anatomy.ts";

const label = (
  word: string,
  to: readonly [number, number],
  side: "left" | "right",
  y: number,
): Label => ({
  word,
  to,
  at: [side === "left" ? 4 : 524, y],
});

type Named = { title: string; hint: string; picture: DrawingName; labels: readonly Label[] };

/** Pictures with their names. Points are in points of the page; the picture is 420 wide around (264, 372). */
export const NAMED: Record<"face" | "hand" | "skeleton" | "body" | "foot", Named> = {
  face: {
    title: "My face",
    hint: "Touch each part of your own face as you read its name.",
    picture: "child",
    labels: [
      label("hair", [176, 236], "left", 200),
      label("ear", [126, 390], "left", 330),
      label("mouth", [222, 486], "left", 530),
      label("eye", [330, 384], "right", 260),
      label("nose", [266, 420], "right", 420),
      label("chin", [290, 540], "right", 580),
    ],
  },
  hand: {
    title: "My hand",
    hint: "Lay your hand on the picture. Which finger is the longest?",
    picture: "hand",
    labels: [
      label("thumb", [98, 336], "left", 250),
      label("palm", [250, 470], "left", 500),
      label("finger", [254, 200], "right", 160),
      label("nail", [336, 218], "right", 230),
      label("wrist", [306, 546], "right", 580),
    ],
  },
  skeleton: {
    title: "My bones",
    hint: "Feel your own ribs, knees and elbows. They are hard: bones!",
    picture: "skeleton",
    labels: [
      label("skull", [206, 222], "left", 200),
      label("arm", [168, 352], "left", 320),
      label("hand", [124, 456], "left", 470),
      label("ribs", [316, 354], "right", 300),
      label("hip", [312, 446], "right", 430),
      label("knee", [306, 515], "right", 530),
    ],
  },
  body: {
    title: "My body",
    hint: "Stand up and point: where is your knee? Where is your neck?",
    picture: "figure",
    labels: [
      label("head", [200, 232], "left", 180),
      label("hand", [98, 396], "left", 350),
      label("leg", [206, 500], "left", 510),
      label("tummy", [290, 400], "right", 330),
      label("arm", [396, 372], "right", 440),
      label("foot", [346, 558], "right", 580),
    ],
  },
  foot: {
    title: "My foot",
    hint: "Take off your sock. How many toes can you count?",
    picture: "foot",
    labels: [
      label("toe", [202, 206], "left", 170),
      label("sole", [240, 400], "left", 420),
      label("toes", [378, 258], "right", 210),
      label("heel", [270, 550], "right", 560),
    ],
  },
};

/** Cards for what is inside the body: picture, name, two lines of fact. */
export const INSIDE = [
  ["heartOrgan", "Heart", "It pumps blood, day and night,|about 100 times a minute."],
  ["lungs", "Lungs", "They fill with air|when you breathe in."],
  ["stomach", "Stomach", "It mixes your food|into soft mush."],
  ["brain", "Brain", "It thinks, remembers|and tells your body what to do."],
] as const;

/** Cards for what one can see and touch. */
export const OUTSIDE = [
  ["eye", "Eye", "It sees light, colors|and your favorite people."],
  ["ear", "Ear", "It catches sounds|and keeps you in balance."],
  ["hand", "Hand", "It has 27 bones|and holds what you love."],
  ["tooth", "Tooth", "Children have 20,|and all of them will be changed."],
] as const;
