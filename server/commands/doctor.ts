import { existsSync } from "node:fs";
import type { Reader } from "../../db/client.ts";
import { type Config, ConfigError, loadConfig } from "../config.ts";
import { bad, type Finding, type Line, lineOf, ok, unknown } from "../contract/health.ts";
import { pathsOf } from "../data/data-dir.ts";
import { modeOf } from "../config/rules.ts";
import { clockFinding, compareClocks } from "../domain/health/clock.ts";
import { addressFinding, examLines } from "../domain/health/provider-checks.ts";
import { webhookUrlOf } from "../config.ts";
import { readReplica, replicaFinding } from "../domain/health/replica.ts";
import { backupFinding, diskFinding } from "../domain/health/storage.ts";
import { createWatch } from "../domain/health/watch.ts";
import { CommandError } from "../errors.ts";
import { examineData, faultOf } from "../data/examine-data.ts";
import { diskBackups } from "../backups/disk-backups.ts";
import { diskUse } from "../integrations/disk-use.ts";
import { litestream } from "../integrations/litestream.ts";
import { ownAddress } from "../integrations/own-address.ts";
import { smtpMailer } from "../integrations/smtp.ts";
import { stripePayments } from "../integrations/stripe/payments.ts";
import { scrub } from "../process/redact.ts";

type Environment = Record<string, string | undefined>;

const DEMO = ok("The demo brings its own.");
const clock = { now: () => new Date() };

/**
 * The command `doctor`: looks at settings, data, and what the store talks to, and prints a line for each.
 * Changes nothing, and may be run beside a store that serves. Throws a CommandError when a line is bad.
 */
export async function doctor(env: Environment): Promise<void> {
  const { config, problems } = readSettings(env);
  const dataDir = config?.dataDir ?? (env["DATA_DIR"] || "./data");
  const mode = config?.mode ?? modeOf(env);
  const known = { dataDir, mode, appSecret: env["APP_SECRET"] || undefined };
  const told = tell([
    ...(config ? [lineOf("settings", ok("They are complete, and fit each other."))] : []),
    ...problems.map((problem) => lineOf("settings", bad(`${problem}.`, "Set it, and ask again."))),
  ]);
  // What may take long is under way while the database is looked at.
  const outside = config ? lookOutside(config) : Promise.resolve([]);
  const data = await examineData(known, (db) => lookBeside({ dataDir, config, db })).catch(
    (error: unknown) => ({ lines: [lineOf("data", faultOf(error))], result: [] }),
  );
  const lines = [...told, ...tell([...data.lines, ...data.result]), ...tell(await outside)];
  const count = lines.filter(({ state }) => state === "bad").length;
  if (count === 0) return;
  const [is, it] = count === 1 ? ["is", "it"] : ["are", "each"];
  throw new CommandError(`${count} of these lines ${is} bad: do what ${it} says.`);
}

/** The settings, or what is wrong with them. */
function readSettings(env: Environment): { config?: Config; problems: string[] } {
  try {
    return { config: loadConfig(env), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problems: error.problems };
  }
}

type Beside = { dataDir: string; config: Config | undefined; db: Reader | undefined };

/** What stands on this machine besides the database. */
async function lookBeside({ dataDir, config, db }: Beside): Promise<Line[]> {
  const paths = pathsOf(dataDir);
  const use = existsSync(dataDir)
    ? await diskUse(paths).measure().then(diskFinding, faultOf)
    : unknown("The data folder is not there yet.");
  return [
    lineOf("disk", use),
    ...(config ? [lineOf("backup", await backups(config).catch(faultOf))] : []),
    ...(config && db ? [lineOf("replica", await replica(config, db))] : []),
  ];
}

function backups(config: Config): Promise<Finding> {
  const { dataDir } = config;
  const folder = pathsOf(dataDir).backups;
  const write = () => Promise.reject(new Error("Nothing is written here."));
  return backupFinding({ config, clock, backups: diskBackups({ dataDir, folder, clock, write }) });
}

async function replica({ dataDir, replicaUrl }: Config, db: Reader): Promise<Finding> {
  const copier = replicaUrl ? litestream(replicaUrl, pathsOf(dataDir).database) : null;
  const deps = { db, clock, replica: copier, watch: createWatch(clock.now()) };
  await readReplica(deps);
  return replicaFinding(deps);
}

/** What the store talks to; each is asked by itself. */
async function lookOutside(config: Config): Promise<Line[]> {
  const webhookUrl = webhookUrlOf(config);
  const address = reachOwn(config).then((finding) => lineOf("address", finding));
  if (config.mode === "demo") {
    return [lineOf("key", DEMO), await address, lineOf("mail_server", DEMO)];
  }
  const payments = stripePayments(config.stripe);
  const asked = await Promise.all([
    payments.examine(webhookUrl).then((exam) => examLines(exam, config)),
    address,
    mailServerFinding(config).then((finding) => lineOf("mail_server", finding)),
    timeFinding(payments).then((finding) => lineOf("clock", finding)),
  ]);
  return asked.flat();
}

async function reachOwn({ publicUrl }: Config): Promise<Finding> {
  const reached = await ownAddress(webhookUrlOf({ publicUrl })).reach();
  if (reached !== "silent") return addressFinding(publicUrl, reached);
  return unknown(
    `Nothing was reached at ${publicUrl}: no store serves there now, or this network does not let a machine reach itself.`,
  );
}

async function mailServerFinding({ mail }: Config): Promise<Finding> {
  const mailer = smtpMailer({ url: mail.smtpUrl ?? "", from: mail.from });
  try {
    await mailer.verify();
    return ok("It answers, and takes the shop's sign-in.");
  } catch (error) {
    const said = scrub(error instanceof Error ? error.message : String(error));
    return bad(`It can't be used: “${said}”.`, "Check SMTP_URL, and that server.");
  }
}

async function timeFinding(payments: ReturnType<typeof stripePayments>): Promise<Finding> {
  const deps = { clock, payments, watch: createWatch(clock.now()) };
  await compareClocks(deps);
  if (!deps.watch.clock.reading) return unknown("The payment provider did not tell the time.");
  return clockFinding(deps);
}

/** Prints lines, each as its state, its title, what is so and what to do. */
function tell(lines: Line[]): Line[] {
  for (const { state, title, text, todo } of lines) {
    process.stdout.write(
      `${state.padEnd(7)}  ${title}: ${[text, todo].filter(Boolean).join(" ")}\n`,
    );
  }
  return lines;
}
