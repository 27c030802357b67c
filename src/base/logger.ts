import { type DestinationStream, type LogFn, type Logger, pino } from 'pino';
import { StoreUnavailableError } from './errors.js';

export type { Logger } from 'pino';

const redacted = '[redacted]';
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const interactionToken = /((?:interactions|webhooks)\/\d+\/)[^/\s"?\\]+/g;

/** JSON lines on stdout. Code logs no secret; still, each line is scrubbed of secrets, codes and interaction tokens. */
export function createLogger(options: {
	level: string;
	/** Values that must never be printed: the token, the key, the claim secret, the database's address. */
	secrets: readonly string[];
	/** Default: stdout. */
	destination?: DestinationStream;
}): Logger {
	const scrub = createScrubber(options.secrets);
	return pino(
		{
			level: options.level,
			base: null,
			timestamp: pino.stdTimeFunctions.isoTime,
			formatters: { level: (label) => ({ level: label }) },
			serializers: { err: describeError },
			hooks: { streamWrite: scrub, logMethod: demoteConsequences },
		},
		options.destination ?? new StandardOutput(),
	);
}

/** Memory for lines that can't be written now, as while the disk is full. Further lines are dropped. */
const maxUnwrittenBytes = 1024 * 1024;

const gatheredMs = 100;
const maxGathered = 16 * 1024;
/** pino's number of the level. */
const warnLevel = 40;

/** Gathers lines, since a write takes longer than a line. A warning writes them all, and so does the process's exit. */
class StandardOutput implements DestinationStream {
	/** Makes pino set `lastLevel` before each line. */
	readonly [pino.symbols.needsMetadataGsym] = true;
	lastLevel = 0;
	readonly #output = pino.destination({ dest: 1, sync: true, maxLength: maxUnwrittenBytes });
	#gathered = '';
	#timer: NodeJS.Timeout | undefined;

	constructor() {
		// A failed write must not end the bot.
		this.#output.on('error', () => {});
		process.once('exit', () => this.#flush());
	}

	write(line: string): void {
		this.#gathered += line;
		if (this.lastLevel >= warnLevel || this.#gathered.length >= maxGathered) this.#flush();
		else this.#timer ??= setTimeout(() => this.#flush(), gatheredMs).unref();
	}

	#flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#gathered !== '') this.#output.write(this.#gathered);
		this.#gathered = '';
	}
}

/** pino's warn and error. A fatal line gives the reason for the process's end. */
const demoted: ReadonlySet<number> = new Set([warnLevel, 50]);

/** Logs failures caused by a store outage at `debug`: the outage has its own line, and hundreds may wait. */
function demoteConsequences(this: Logger, args: Parameters<LogFn>, method: LogFn, level: number): void {
	const { err } = Object(args[0]);
	if (demoted.has(level) && err instanceof StoreUnavailableError) this.debug(...args);
	else method.apply(this, args);
}

/** Creates a function that redacts secrets in a line. */
export function createScrubber(secrets: readonly string[]): (line: string) => string {
	// Includes the JSON-escaped form, in which quotes and backslashes differ.
	const forms = secrets.flatMap((secret) => [
		secret,
		JSON.stringify(secret).slice(1, -1),
		encodeURIComponent(secret),
	]);
	const needles = [...new Set(forms)]
		.filter((needle) => needle.length >= 8)
		.sort((a, b) => b.length - a.length);
	return (line) => {
		let clean = line;
		for (const needle of needles) clean = clean.replaceAll(needle, redacted);
		return clean.replace(interactionToken, `$1${redacted}`).replace(uuid, redacted);
	};
}

/** Fields by an allow-list: discord.js' errors carry the interaction token in `url`, undici's carry headers. */
function describeError(error: unknown, depth = 0): object | string {
	if (!(error instanceof Error)) return typeof error;
	const { code, status, method } = error as { code?: unknown; status?: unknown; method?: unknown };
	return {
		type: error.name,
		message: error.message,
		...((typeof code === 'string' || typeof code === 'number') && { code }),
		...(typeof status === 'number' && { status }),
		...(typeof method === 'string' && { method }),
		...(error.stack !== undefined && { stack: error.stack }),
		...(error.cause !== undefined && depth < 3 && { cause: describeError(error.cause, depth + 1) }),
	};
}
