import { createReadStream } from 'node:fs';
import { inBatches } from '../../base/in-batches.js';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { ClaimStore, checkReadable, openClaimStore } from '../../claims/claim-store.js';
import { connectMarketplace } from '../../composition/create-marketplace.js';
import { allVariables, readSettings, type Settings } from '../../config.js';
import { programRest } from '../../discord/connection/program-rest.js';
import { RestMembers } from '../../discord/guilds/rest-members.js';
import { ServedGuildsStore } from '../../guilds/served-guilds-store.js';
import { GrantOutbox } from '../../roles/grant-outbox.js';
import type { Store } from '../../storage/store.js';
import { type CsvRow, csvRows } from './csv-rows.js';
import { exitCodes } from './exit-codes.js';
import {
	hashOf,
	ImportNotes,
	type ImportProgress,
	readProgress,
	reportFile,
	startOf,
} from './import-progress.js';
import { ListShop, NoAnswerError } from './list-shop.js';
import { RowCheck, refusalTexts } from './row-check.js';
import { RowImport, type RowOutcome } from './row-import.js';
import { counted, type Session, say, upgrading, withStore } from './session.js';
import { UsageError } from './usage.js';

/** Kept small: a batch interrupted by a kill is redone. */
const rowsPerBatch = 16;

/**
 * `import-csv FILE`: says what an import of the list would do, and notes that it was asked. With `--apply` it imports
 * that list, from where an earlier run ended.
 */
export async function runImportCsv(session: Session, list: string, isApplied: boolean): Promise<number> {
	const settings = readSettings(session.environment, allVariables);
	const sha256 = await hashOf(list);
	const noted = await readProgress(list);
	if (isApplied && noted?.sha256 !== sha256) {
		throw new UsageError(
			`${list} has not been looked at, or has changed since: run the command without --apply first`,
		);
	}
	return await withStore(session, settings.DATABASE_URL, 'Lines', async (store, onProgress) => {
		const place = await openPlace(session, settings, store, isApplied);
		const from = isApplied && noted !== undefined ? noted : startOf(sha256);
		const notes = await ImportNotes.open(list, from);
		try {
			const job = { list, from, notes, onProgress, ...place };
			return isApplied ? await apply(session, job) : await dryRun(session, settings, job);
		} catch (error) {
			if (!(error instanceof NoAnswerError)) throw error;
			say(session, `${error.message}. Run the command again later`);
			return error.isKey ? exitCodes.config : exitCodes.unavailable;
		} finally {
			await Promise.all([notes.close(), place.client.close()]);
		}
	});
}

type Job = Awaited<ReturnType<typeof openPlace>> & {
	readonly list: string;
	readonly from: ImportProgress;
	readonly notes: ImportNotes;
	readonly onProgress: (done: number, total: undefined) => void;
};

/** A dry run changes nothing in the store, not even its format. */
async function openPlace(session: Session, settings: Settings, store: Store, isApplied: boolean) {
	const { DATABASE_URL, CLAIM_SECRET: claimSecret, DISCORD_TOKEN, DISCORD_API_URL } = settings;
	const { clock } = session;
	const [guildId, ...others] = (await new ServedGuildsStore(store).read()) ?? [];
	if (guildId === undefined) throw new UsageError('No server is known yet: start the bot once');
	const keys = new ClaimKeys(claimSecret);
	const options = { store, claimSecret, clock, report: { damaged: () => {} } };
	if (!isApplied) await checkReadable(store, claimSecret);
	const claims = isApplied
		? await openClaimStore({ ...options, upgrading: upgrading(session, DATABASE_URL) })
		: new ClaimStore(options, keys);
	const rest = programRest({ token: DISCORD_TOKEN, api: DISCORD_API_URL, retries: 3, timeout: 8_000, clock });
	const client = connectMarketplace(settings);
	const shop = new ListShop({ client, store, clock });
	const check = new RowCheck({ claims, keys, clock, shop });
	const outbox = new GrantOutbox(store, clock);
	const guildIds = [guildId, ...others] as const;
	const rows = new RowImport({ claims, outbox, shop, members: new RestMembers(rest, guildIds), guildIds });
	return { client, shop, check, rows };
}

async function dryRun(session: Session, { MARKETPLACE_PER_MINUTE }: Settings, job: Job): Promise<number> {
	const { list, from, notes, check, onProgress } = job;
	const counts = { code: 0, gift: 0, held: 0, refused: 0 };
	let refused: string[] = [];
	let lines = 0;
	for await (const row of csvRows(createReadStream(list))) {
		const checked = await check.check(row);
		counts[checked.kind] += 1;
		if (checked.kind === 'refused') refused.push(reportLine(row, checked));
		lines += 1;
		onProgress(lines, undefined);
		if (refused.length < 100) continue;
		await notes.report(refused);
		refused = [];
	}
	await notes.report(refused);
	// Only now, because --apply requires a list that was read to its end.
	await notes.note(from);
	const minutes = Math.ceil(counts.code / Math.max(1, Math.floor(MARKETPLACE_PER_MINUTE / 2)));
	say(session, `Nothing was recorded. Of ${counted(lines, 'row')}:`);
	say(
		session,
		`  ${counted(counts.code, 'code')} would be checked with the shop, in ${counted(minutes, 'minute')} or more`,
	);
	say(session, `  ${counted(counts.gift, 'purchase')} would be given without a code`);
	say(session, `  ${counts.held} held by their member already`);
	say(
		session,
		`  ${counts.refused} would not be taken${counts.refused > 0 ? `: see ${reportFile(list)}` : ''}`,
	);
	say(session, 'Not asked yet: the shop about codes, and Discord who is still a member');
	say(session, `To import it: npm run claims -- import-csv ${list} --apply`);
	return counts.refused === 0 ? exitCodes.ok : exitCodes.findings;
}

async function apply(session: Session, job: Job): Promise<number> {
	const { list, from, notes, shop, onProgress } = job;
	let progress = from;
	try {
		await shop.open();
		for await (const batch of inBatches(openRows(job), rowsPerBatch)) {
			const { settled, failure } = await settle(job, batch);
			progress = withCounts(progress, settled);
			await notes.report(settled.flatMap(reportLines));
			await notes.note(progress);
			onProgress(progress.added + progress.held + progress.refused, undefined);
			if (failure !== undefined) throw failure;
		}
	} catch (error) {
		if (!(error instanceof NoAnswerError)) throw error;
		summarise(session, list, progress);
		say(session, `The rows after line ${progress.line} are open`);
		throw error;
	}
	summarise(session, list, progress);
	return progress.refused === 0 ? exitCodes.ok : exitCodes.findings;
}

/** The rows that no earlier run has settled. */
async function* openRows({ list, from, check }: Job): AsyncGenerator<CsvRow> {
	for await (const row of csvRows(createReadStream(list))) {
		if (row.line <= from.line) check.skip(row);
		else yield row;
	}
}

interface Settled {
	readonly row: CsvRow;
	readonly outcome: RowOutcome;
}

/**
 * The outcomes up to the first row that had no answer. One row after another: the shop's limit takes longer than that,
 * a running bot keeps its store, and of two members with one code the first one gets it.
 */
async function settle(
	{ check, rows }: Job,
	batch: readonly CsvRow[],
): Promise<{ readonly settled: readonly Settled[]; readonly failure?: unknown }> {
	const settled: Settled[] = [];
	for (const row of batch) {
		try {
			settled.push({ row, outcome: await rows.add(await check.check(row)) });
		} catch (failure) {
			return { settled, failure };
		}
	}
	return { settled };
}

function withCounts(progress: ImportProgress, settled: readonly Settled[]): ImportProgress {
	const count = (kind: RowOutcome['kind']) => settled.filter(({ outcome }) => outcome.kind === kind).length;
	return {
		...progress,
		line: settled.at(-1)?.row.line ?? progress.line,
		added: progress.added + count('added'),
		held: progress.held + count('held'),
		refused: progress.refused + count('refused'),
	};
}

function reportLines({ row, outcome }: Settled): readonly string[] {
	return outcome.kind === 'refused' ? [reportLine(row, outcome)] : [];
}

function reportLine({ line }: CsvRow, { refusal }: Extract<RowOutcome, { kind: 'refused' }>): string {
	return `${line},${refusalTexts[refusal]}`;
}

function summarise(session: Session, list: string, { added, held, refused }: ImportProgress): void {
	const report = refused > 0 ? `: see ${reportFile(list)}` : '';
	say(
		session,
		`${counted(added, 'purchase')} added, ${held} held already, ${counted(refused, 'row')} not taken${report}`,
	);
	if (added > 0)
		say(session, 'A running bot gives the roles within five minutes, otherwise the next one that starts');
}
