import { existsSync } from "node:fs";
import { diskBackups } from "../backups/disk-backups.ts";
import { type Config, ConfigError, loadConfig, webhookUrlOf } from "../config.ts";
import { modeOf } from "../config/rules.ts";
import type { Line } from "../contract/health.ts";
import { pathsOf } from "../data/data-dir.ts";
import { createWatch } from "../domain/issues/checks.ts";
import { askProvider, clockFinding } from "../domain/issues/clock.ts";
import { bad, type Finding, ok, requestedLine, unknown } from "../domain/issues/finding.ts";
import { checkLine } from "../domain/issues/kinds.ts";
import { addressFinding, examLines } from "../domain/issues/provider-checks.ts";
import { backupFinding, diskFinding, replicaFinding } from "../domain/issues/storage.ts";
import { CommandError } from "../errors.ts";
import { diskUse } from "../integrations/disk-use.ts";
import { litestream, ownAddress } from "../integrations/probes.ts";
import { smtpMailer } from "../integrations/smtp.ts";
import { stripePayments } from "../integrations/stripe/payments.ts";
import { scrub } from "../process/redact.ts";
import { absentFolder, examineData, faultOf } from "./examine-data.ts";

type Environment = Record<string, string | undefined>;

const clock = { now: () => new Date() };

/**
 * Runs `doctor`: checks settings, data and external services, and prints each result. Changes
 * nothing, and may run while the store runs. Throws a CommandError if a check fails.
 */
export async function doctor(env: Environment): Promise<void> {
  const { config, problems } = readSettings(env);
  const dataDir = config?.dataDir ?? (env["DATA_DIR"] || "./data");
  const settings = {
    dataDir,
    mode: config?.mode ?? modeOf(env),
    appSecret: env["APP_SECRET"] || undefined,
  };
  const lines = print([
    ...(config ? [requestedLine("settings", ok("All settings are valid."))] : []),
    ...problems.map((problem) =>
      requestedLine("settings", bad(`${problem}.`, "Set it, then run the check again.")),
    ),
  ]);
  // Start the network checks early, so that they run while the database is checked.
  const outside = config ? checkOutside(config) : Promise.resolve([]);
  const data = await examineData(settings).catch((error) => [
    requestedLine("data", faultOf(error)),
  ]);
  lines.push(...print([...data, ...(await checkMachine(dataDir, config))]));
  lines.push(...print(await outside));
  const count = lines.filter(({ state }) => state === "bad").length;
  if (count === 1) throw new CommandError("1 of these lines is bad: do what it says.");
  if (count > 1) throw new CommandError(`${count} of these lines are bad: do what each says.`);
}

function readSettings(env: Environment): { config?: Config; problems: string[] } {
  try {
    return { config: loadConfig(env), problems: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { problems: error.problems };
  }
}

async function checkMachine(dataDir: string, config: Config | undefined): Promise<Line[]> {
  const paths = pathsOf(dataDir);
  const disk = existsSync(dataDir)
    ? await diskUse(paths).measure().then(diskFinding, faultOf)
    : absentFolder(dataDir);
  if (!config) return [checkLine("disk", disk)];
  const write = () => Promise.reject(new Error("doctor writes no backup"));
  const backups = diskBackups({ dataDir, folder: paths.backups, clock, write });
  const replica = config.replicaUrl === undefined ? null : litestream(config.replicaUrl);
  return [
    checkLine("disk", disk),
    checkLine("backup", await backupFinding({ config, clock, backups }).catch(faultOf)),
    checkLine("replica", await replicaFinding(replica)),
  ];
}

async function checkOutside(config: Config): Promise<Line[]> {
  const address = checkAddress(config).then((finding) => requestedLine("address", finding));
  if (config.mode === "demo") {
    const demo = ok("The demo uses a built-in one.");
    return [requestedLine("key", demo), await address, requestedLine("mail_server", demo)];
  }
  const payments = stripePayments(config.stripe);
  const watch = createWatch(clock.now());
  const lines = await Promise.all([
    payments.examine(webhookUrlOf(config)).then((exam) => examLines(exam, config)),
    address,
    checkMailServer(config).then((finding) => requestedLine("mail_server", finding)),
    askProvider({ clock, payments, watch }).then(() =>
      checkLine("clock", clockFinding({ clock, watch })),
    ),
  ]);
  return lines.flat();
}

async function checkAddress(config: Config): Promise<Finding> {
  const outcome = await ownAddress(webhookUrlOf(config)).reach();
  const { publicUrl } = config;
  return outcome === "silent"
    ? unknown(
        `Nothing answered at ${publicUrl}: no store is running, or this network doesn't let a machine reach itself.`,
      )
    : addressFinding(publicUrl, outcome);
}

async function checkMailServer({ mail }: Config): Promise<Finding> {
  const mailer = smtpMailer({ url: mail.smtpUrl ?? "", from: mail.from });
  try {
    await mailer.verify();
    return ok("It answers and accepts the shop's login.");
  } catch (error) {
    const said = scrub(error instanceof Error ? error.message : String(error));
    return bad(`It can't be used: “${said}”.`, "Check SMTP_URL and that server.");
  }
}

/** Prints each line: state, title, text and recommended action. */
function print(lines: Line[]): Line[] {
  for (const { state, title, text, todo } of lines) {
    process.stdout.write(
      `${state.padEnd(7)}  ${title}: ${[text, todo].filter(Boolean).join(" ")}\n`,
    );
  }
  return lines;
}
