import { createApp } from '../../src/app.js';
import { createLogger } from '../../src/base/logger.js';
import { allVariables, readSettings } from '../../src/config.js';
import { ConnectionClosed } from '../../src/discord/connection/client.js';

// A process that runs production bots, bundled by hosted-bot.ts, sequentially or concurrently. Its modules are loaded
// only once, since that takes Node a second or two of CPU. Nothing else differs from a process per bot.

interface Order {
	readonly id: number;
	/** The bot's settings. Without them the bot of this id is stopped. */
	readonly start?: Readonly<Record<string, string>>;
}

type Close = (code: number) => Promise<void>;

const bots = new Map<number, Promise<Close>>();
const report = (news: object): void => void process.send?.(news);

/** Resolves as `createApp` does; the connection follows. */
async function start(id: number, environment: Readonly<Record<string, string>>): Promise<Close> {
	const settings = readSettings(environment, allVariables);
	const { DISCORD_TOKEN, MARKETPLACE_API_KEY, CLAIM_SECRET, DATABASE_URL } = settings;
	const logger = createLogger({
		level: settings.LOG_LEVEL,
		secrets: [DISCORD_TOKEN, MARKETPLACE_API_KEY, CLAIM_SECRET, DATABASE_URL],
		destination: { write: (line) => report({ id, line: line.trimEnd() }) },
	});
	const app = await createApp(settings, logger);
	const connecting = new AbortController();
	const close = async (code: number): Promise<void> => {
		if (!bots.delete(id)) return;
		connecting.abort();
		await app.stop().catch((error: unknown) => logger.error({ err: error }, 'Stopping failed'));
		report({ id, ended: code });
	};
	const fail = (code: number) => (failure: unknown) => {
		logger.fatal({ err: failure }, 'The bot ends');
		return close(code);
	};
	void app.fatal.then((error) => fail(error instanceof ConnectionClosed ? 1 : 78)(error));
	void app.connect(connecting.signal).catch(fail(1));
	return close;
}

process.on('message', ({ id, start: environment }: Order) => {
	if (environment === undefined)
		return void bots.get(id)?.then(
			(close) => close(0),
			() => {},
		);
	const starting = start(id, environment);
	bots.set(id, starting);
	starting.catch((error: Error) => {
		report({ id, line: JSON.stringify({ level: 'fatal', msg: error.stack }) });
		report({ id, ended: 1 });
	});
});
process.on('disconnect', () => process.exit());
