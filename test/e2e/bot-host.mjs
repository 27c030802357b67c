// A process that runs production bots, bundled by hosted-bot.ts, one after the other or side by side. Its modules are
// loaded once, which takes Node a second or two of CPU: that is all that sets it apart from a process for each bot.
import { createApp } from '../../src/app.ts';
import { createLogger } from '../../src/base/logger.ts';
import { allVariables, readSettings } from '../../src/config.ts';

const bots = new Map();
const tell = (message) => process.send?.(message);
const plain = (error) => ({
	name: error?.name,
	message: error?.message ?? String(error),
	stack: error?.stack,
});

/** Resolves once the bot's parts are put together, as `createApp` does; the connection follows. */
async function start(id, environment) {
	const settings = readSettings(environment, allVariables);
	const { DISCORD_TOKEN, MARKETPLACE_API_KEY, CLAIM_SECRET, DATABASE_URL } = settings;
	const connecting = new AbortController();
	let isOpen = true;
	const close = async (code, cause) => {
		if (!isOpen) return;
		isOpen = false;
		connecting.abort();
		let failure = cause;
		try {
			await app.stop();
		} catch (error) {
			failure ??= error;
		}
		bots.delete(id);
		tell({ id, ended: failure === undefined ? { code } : { failure: plain(failure) } });
	};
	const app = await createApp({
		settings,
		logger: createLogger({
			level: settings.LOG_LEVEL,
			secrets: [DISCORD_TOKEN, MARKETPLACE_API_KEY, CLAIM_SECRET, DATABASE_URL],
			destination: { write: (line) => tell({ id, line: line.trimEnd() }) },
		}),
		onReady: () => {},
		onFatal: (reason) => void close(1, new Error(`The connection has ended: ${JSON.stringify(reason)}`)),
		onWrong: (error) => void close(78, error),
	});
	bots.set(id, close);
	void app.connect(connecting.signal).catch((error) => close(1, error));
}

process.on('message', ({ id, start: environment, stop }) => {
	if (stop) void bots.get(id)?.(0);
	if (environment === undefined) return;
	start(id, environment).then(
		() => tell({ id, started: true }),
		(error) => tell({ id, refused: plain(error) }),
	);
});
process.on('disconnect', () => process.exit());
