import { readFile, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';

const dayMs = 86_400_000;

const keptSchema = z.object({
	port: z.int().min(1).max(65_535),
	key: z.string().regex(/^[\w-]{32,}$/),
	/** Milliseconds since the epoch. */
	madeAt: z.number(),
});

/** The page's previous address, so that its tabs and links still work after a restart. */
export type KeptAddress = Pick<z.infer<typeof keptSchema>, 'port' | 'key'>;

/** The address of the last run, if it is less than a day old. */
export async function readAddress(file: string, now: number): Promise<KeptAddress | undefined> {
	const kept = await readFile(file, 'utf8').then(readKept, () => undefined);
	return kept !== undefined && now >= kept.madeAt && now - kept.madeAt < dayMs ? kept : undefined;
}

/**
 * Keeps the page's address for a day, readable only by its owner, since it contains the key. Always resolves: if
 * nothing can be written, the next run has another address.
 */
export async function keepAddress(file: string, address: string, now: number): Promise<void> {
	const { port, hash } = new URL(address);
	const key = new URLSearchParams(hash.slice(1)).get('key');
	const before = await readAddress(file, now);
	if (before?.key === key && before?.port === Number(port)) return;
	const text = `${JSON.stringify({ port: Number(port), key, madeAt: now })}\n`;
	try {
		// A new file, since permissions are set when it is created.
		await rm(file, { force: true });
		await writeFile(file, text, { mode: 0o600, flag: 'wx' });
	} catch {
		// The checkout may be read-only.
	}
}

function readKept(text: string): z.infer<typeof keptSchema> | undefined {
	try {
		return keptSchema.safeParse(JSON.parse(text)).data;
	} catch {
		return undefined;
	}
}
