import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, rename } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../claims/admin/import-claims.js';

// Two files beside the list, which only their owner can read: how far it was imported, and the rows that weren't taken.

const count = z.int().nonnegative();
const progressSchema = z.strictObject({
	v: z.literal(1),
	/** Of the list: another file, or an edited one, starts with a dry run of its own. */
	sha256: z.string(),
	/** The last line that is settled, 0 before the first. */
	line: count,
	added: count,
	held: count,
	refused: count,
	/** The length of the report up to that line: what a killed run wrote after it is written again. */
	reportBytes: count,
});

export type ImportProgress = z.infer<typeof progressSchema>;

const header = 'line,reason\r\n';

export function startOf(sha256: string): ImportProgress {
	return { v: 1, sha256, line: 0, added: 0, held: 0, refused: 0, reportBytes: header.length };
}

export async function hashOf(list: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(list)) hash.update(chunk);
	return hash.digest('hex');
}

/** @returns undefined if there is none, or it is damaged */
export async function readProgress(list: string): Promise<ImportProgress | undefined> {
	const text = await readFile(progressFile(list), 'utf8').catch(() => '{}');
	return progressSchema.safeParse(parseJson(text)).data;
}

const progressFile = (list: string): string => `${list}.progress`;
export const reportFile = (list: string): string => `${list}.report.csv`;

/** Writes the report, and after it how far the list is settled. */
export class ImportNotes {
	readonly #list: string;
	readonly #report: FileHandle;
	#reportBytes: number;

	private constructor(list: string, report: FileHandle, reportBytes: number) {
		this.#list = list;
		this.#report = report;
		this.#reportBytes = reportBytes;
	}

	/** Continues the report of `progress`, or begins a new one. */
	static async open(list: string, { line, reportBytes }: ImportProgress): Promise<ImportNotes> {
		// The report of the dry run is replaced.
		const kept = line === 0 ? 0 : reportBytes;
		const report = await open(reportFile(list), kept === 0 ? 'w' : 'r+', 0o600);
		await report.truncate(kept);
		if (kept === 0) await report.write(header, 0);
		return new ImportNotes(list, report, kept === 0 ? header.length : kept);
	}

	/** `line`: without its ending. */
	async report(line: string): Promise<void> {
		const { bytesWritten } = await this.#report.write(`${line}\r\n`, this.#reportBytes);
		this.#reportBytes += bytesWritten;
	}

	/** After the report of the same line. */
	async note(progress: Omit<ImportProgress, 'reportBytes'>): Promise<void> {
		const next: ImportProgress = { ...progress, reportBytes: this.#reportBytes };
		const file = progressFile(this.#list);
		const partial = await open(`${file}.partial`, 'w', 0o600);
		await partial.writeFile(JSON.stringify(next));
		await partial.close();
		await rename(`${file}.partial`, file);
	}

	async close(): Promise<void> {
		await this.#report.close();
	}
}
