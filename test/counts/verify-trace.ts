import { readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Stage } from '@claimcheck/sandbox/stage';
import { z } from 'zod';
import { verifyOne } from './acts.js';
import { watchBot } from './watched-bot.js';

// `npm run trace`: one verification by an unbundled bot. Prints the files in which V8 has executed a function, with a
// star if the file carries the request (executed asynchronous code), and the requests to the store.

const root = resolve('dist/tools');
const traceSchema = z.object({
	scripts: z.array(
		z.object({
			url: z.string(),
			functions: z.array(
				z.object({
					functionName: z.string(),
					ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
				}),
			),
		}),
	),
});
type Trace = z.infer<typeof traceSchema>;
type Script = Trace['scripts'][number];

const stage = await Stage.open({ isRateLimited: false, entry: join(root, 'src/main.js') });
try {
	await stage.register();
	const watch = await watchBot(stage, stage.environment()['DATABASE_URL'] ?? '');
	const file = join(stage.folder, 'trace.json');
	const preload = pathToFileURL(resolve('test/counts/traced.mjs')).href;
	const bot = await stage.startProcess({
		...watch.environment,
		NODE_OPTIONS: `${watch.environment['NODE_OPTIONS']} --import=${preload}`,
		TRACE_FILE: file,
	});
	await bot.logged('Loaded the items');
	// The first verification also fills caches.
	await verifyOne(stage);
	/** Everything traced since the last call. */
	const takeTrace = async (): Promise<Trace> => {
		process.kill(bot.pid, 'SIGUSR2');
		for (;;) {
			if (!bot.isRunning) throw new Error(`The bot has ended:\n${bot.output()}`);
			const text = await readFile(file, 'utf8').catch(() => undefined);
			if (text !== undefined) {
				await rm(file);
				return traceSchema.parse(JSON.parse(text));
			}
			await sleep(10);
		}
	};
	let trace: Trace | undefined;
	const { statements } = await watch.during(async () => {
		await takeTrace();
		await verifyOne(stage);
		// A second later, the role's grant is settled in the store and statistics are written.
		await sleep(1_500);
		trace = await takeTrace();
	});
	await bot.stop();
	await watch.close();
	if (trace !== undefined) await print(trace, statements);
} finally {
	await stage.close();
}

async function print({ scripts }: Trace, statements: readonly string[]): Promise<void> {
	const lines: string[] = [];
	for (const script of scripts.toSorted((a, b) => (a.url < b.url ? -1 : 1))) {
		if (!script.url.startsWith(pathToFileURL(root).href)) continue;
		const source = await readFile(new URL(script.url), 'utf8');
		const executed = executedIn(script).map(({ startOffset, endOffset }) =>
			source.slice(startOffset, endOffset),
		);
		const mark = executed.some(isAsynchronous) ? '*' : ' ';
		const name = script.url.slice(pathToFileURL(root).href.length + 1).replace(/\.js$/, '.ts');
		if (executed.length > 0) lines.push(`${mark} ${name}: ${executed.length}`);
	}
	const carry = lines.filter((line) => line.startsWith('*')).length;
	// Reads and commits, also of the statistics if they were due. Asynchronous functions would count once per await.
	const store = scripts.find(({ url }) => url.endsWith('/src/storage/keyv-store.js'));
	const runs = store?.functions.filter(({ functionName }) => functionName === 'run') ?? [];
	const requests = runs.reduce((sum, { ranges: [range] }) => sum + (range?.count ?? 0), 0);
	lines.push(
		`${lines.length} files executed, ${carry} carry; ${requests} store requests, ${statements.length} statements`,
	);
	process.stdout.write(`${lines.join('\n')}\n`);
}

/** The executed functions, without the modules' top levels. */
function executedIn({ functions }: Script) {
	return functions.flatMap(({ functionName, ranges: [range] }) => {
		if (range === undefined || range.count === 0) return [];
		return functionName === '' && range.startOffset === 0 ? [] : [range];
	});
}

function isAsynchronous(source: string): boolean {
	return /^(static )?async\b/.test(source) || /^[^{]*\{[\s\S]*\b(Promise|await)\b/.test(source);
}
