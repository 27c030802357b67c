import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { indexItem } from '../../src/marketplace/indexed-item.js';
import { judgeLongList } from '../../src/marketplace/long-list.js';
import { itemSchema } from '../../src/marketplace/schemas.js';
import type { TransportAnswer } from '../../src/marketplace/transport.js';
import { isAlive } from '../e2e/entry-process.js';
import { bundleListReader } from './bundled-list-reader.js';
import { sampleItem } from './samples.js';

const program = await bundleListReader();

const never = new AbortController().signal;

/** Splits the text into chunks, some of which end within a character. */
function answer(text: string, status = 200): TransportAnswer {
	const bytes = Buffer.from(text);
	const size = 65_521;
	const body = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
		bytes.subarray(i * size, (i + 1) * size),
	);
	return { status, retryAfter: undefined, body };
}

const list = (items: unknown) => JSON.stringify({ status: 'success', items });
const longList = Array.from({ length: 2_000 }, (_, id) => ({ ...sampleItem, id, name: `Thème ${id}` }));
const malformed = { ok: false, failure: { kind: 'malformed' } };

it('returns the items of a long list, and counts unreadable entries', async () => {
	const items = [...longList, { name: 'no id' }, null];
	const result = await judgeLongList(answer(list(items)), never, program);
	const expected = longList.map((item) => indexItem(itemSchema.parse(item)));
	expect(result).toEqual({ ok: true, value: { items: expected, skipped: 2 } });
});

it('returns a refusal from a long body', async () => {
	const body = JSON.stringify({ status: 'error', msg: 'No items found', padding: 'x'.repeat(2_000_000) });
	const result = await judgeLongList(answer(body, 404), never, program);
	expect(result).toEqual({ ok: false, failure: { kind: 'no-items' } });
});

describe('a hostile list is a failed refresh:', () => {
	it.each([
		['half of one', list(longList).slice(0, 500_000), 'unavailable'],
		[
			'items nested a million times',
			list([]).replace('[]', `${'['.repeat(1e6)}${']'.repeat(1e6)}`),
			'malformed',
		],
		['no list at all', list('x'.repeat(2_000_000)), 'malformed'],
	])('%s', async (_, body, kind) => {
		const result = await judgeLongList(answer(body), never, program);
		expect(result).toMatchObject({ ok: false, failure: { kind } });
	});
});

it('other work continues while a long list is read', async () => {
	let turns = 0;
	const turn = (): void => {
		turns += 1;
		waiting = setImmediate(turn);
	};
	let waiting = setImmediate(turn);
	const result = await judgeLongList(answer(list(longList)), never, program);
	clearImmediate(waiting);
	expect(result.ok && result.value.items.length).toBe(2_000);
	expect(turns).toBeGreaterThan(50);
});

it('a reader that never ends gets no secret, doesn’t block callers, and is killed', async () => {
	vi.stubEnv('MARKETPLACE_API_KEY', 'key-of-the-author');
	const folder = await mkdtemp(join(tmpdir(), 'claimcheck-endless-'));
	onTestFinished(async () => {
		vi.unstubAllEnvs();
		await rm(folder, { recursive: true });
	});
	const endless = join(folder, 'endless.mjs');
	const seen = join(folder, 'seen.json');
	await writeFile(
		endless,
		`import { renameSync, writeFileSync } from 'node:fs';
		const { pid, env, argv } = process;
		writeFileSync('${seen}.part', JSON.stringify({ pid, env, argv: argv.slice(2) }));
		renameSync('${seen}.part', '${seen}');
		for (;;);`,
	);
	const caller = new AbortController();
	const reading = judgeLongList(answer(list(longList)), caller.signal, endless);
	// The event loop of this process keeps turning.
	const { pid, ...given } = await vi.waitFor(async () => JSON.parse(await readFile(seen, 'utf8')), {
		timeout: 50_000,
	});
	expect(given).toEqual({ env: {}, argv: ['200'] });
	caller.abort();
	expect(await reading).toMatchObject(malformed);
	await expect.poll(() => isAlive(pid)).toBe(false);
});

it.each(['it is missing', 'Node can’t be started'])(
	'the reader treats a list as malformed if %s',
	async (trouble) => {
		const real = process.execPath;
		onTestFinished(() => {
			process.execPath = real;
		});
		if (trouble !== 'it is missing') process.execPath = join(tmpdir(), 'no-such-node');
		const reading = judgeLongList(answer(list(longList)), never, join(tmpdir(), 'no-such-reader.js'));
		expect(await reading).toMatchObject(malformed);
	},
);
