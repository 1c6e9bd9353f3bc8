import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import nulls from "./may-be-null.json";
import ownCopy from "./shapes.json";

/** What a field's published example is: the name of its type, or the shape of what it holds. */
type Shape = string | Shape[] | { [field: string]: Shape };
export type Shapes = { [object: string]: Shape };

type Fields = { [field: string]: unknown };

const PUBLISHED = join(import.meta.dirname, "../../../../shared/stripe-shapes.json");

/** The provider's own list of shapes, where it lies beside the project. */
export const publishedShapes: Shapes | undefined = existsSync(PUBLISHED)
  ? JSON.parse(readFileSync(PUBLISHED, "utf8")).objects
  : undefined;

/** The project's copy of it: the objects that the simulator answers with. */
export const ownShapes: Shapes = ownCopy.objects;

/** Fields whose published example holds a value, and which the SDK's types allow to be null. */
const MAY_BE_NULL = new Set(
  Object.entries(nulls).flatMap(([kind, fields]) => fields.map((field) => `${kind}.${field}`)),
);

/** Every object of the API within a value, with itself: those that say which `object` they are. */
export function objectsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (!isFields(value)) return [];
  const inside = Object.values(value).flatMap(objectsIn);
  return typeof value["object"] === "string" ? [value, ...inside] : inside;
}

/**
 * Where an object departs from the published shape of its kind: a field that is missing, or of
 * another type.
 */
export function departures(object: Fields, shapes: Shapes): string[] {
  const kind = String(object["object"]);

  const visit = (value: unknown, shape: Shape, path: string): string[] => {
    const expected = typeof shape === "string" ? shape : typeOf(shape);
    const wrong = [`${path} is ${typeOf(value)}, not ${expected}`];
    if (value === undefined) return [`${path} is missing`];
    // Null in an example says nothing about the type.
    if (shape === "null") return [];
    if (value === null) return MAY_BE_NULL.has(path) ? [] : wrong;
    if (Array.isArray(shape)) {
      const [entry] = shape;
      if (!Array.isArray(value)) return wrong;
      if (entry === undefined || entry === "array") return [];
      return value.flatMap((item) => visit(item, entry, `${path}[]`));
    }
    if (typeof shape === "string") {
      const isExpanded = shape === "string" && isFields(value) && "object" in value;
      return isExpanded || typeOf(value) === shape ? [] : wrong;
    }
    if (!isFields(value)) return wrong;
    // What says which object it is, is looked at by itself.
    if (path !== kind && String(value["object"]) in shapes) return [];
    return Object.entries(shape).flatMap(([field, inner]) =>
      isOtherType(value, inner, field) ? [] : visit(value[field], inner, `${path}.${field}`),
    );
  };

  return visit(object, shapes[kind] ?? "null", kind);
}

/** Of an object's variants (`card`, `us_bank_account`) only the one that its `type` names is there. */
function isOtherType(value: Fields, shape: Shape, field: string): boolean {
  const { type } = value;
  const isVariant = typeof shape === "object" && !Array.isArray(shape);
  return isVariant && typeof type === "string" && type !== field && isFields(value[type]);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
