import { createReadStream } from 'node:fs';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { ClaimStore, checkReadable } from '../../claims/claim-store.js';
import { connectMarketplace } from '../../composition/create-marketplace.js';
import { allVariables, readSettings, type Settings } from '../../config.js';
import { programRest } from '../../discord/connection/program-rest.js';
import { RestMembers } from '../../discord/guilds/rest-members.js';
import { ServedGuildsStore } from '../../guilds/served-guilds-store.js';
import { GrantOutbox } from '../../roles/grant-outbox.js';
import type { Store } from '../../storage/store.js';
import { type CsvRow, csvRows } from './csv-rows.js';
import {
	hashOf,
	ImportNotes,
	type ImportProgress,
	readProgress,
	reportFile,
	startOf,
} from './import-progress.js';
import { ListRows, type Refusal, refusalTexts } from './list-rows.js';
import { ListShop, NoAnswerError } from './list-shop.js';
import { exitCodes } from './program.js';
import { counted, openClaims, type Session, say, UsageError, withStore } from './session.js';

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
	if (!isApplied) await checkReadable(store, claimSecret);
	const claims = isApplied
		? await openClaims(session, store, { databaseUrl: DATABASE_URL, claimSecret })
		: new ClaimStore({ store, claimSecret, clock, report: { damaged: () => {} } }, keys);
	const rest = programRest({ token: DISCORD_TOKEN, api: DISCORD_API_URL, retries: 3, timeout: 8_000, clock });
	const client = connectMarketplace(settings);
	const shop = new ListShop({ client, store, clock });
	const outbox = new GrantOutbox(store, clock);
	const guildIds = [guildId, ...others] as const;
	const members = new RestMembers(rest, guildIds);
	const rows = new ListRows({ claims, keys, clock, shop, outbox, members, guildIds });
	return { client, shop, rows };
}

async function dryRun(session: Session, { MARKETPLACE_PER_MINUTE }: Settings, job: Job): Promise<number> {
	const { list, from, notes, rows, onProgress } = job;
	const counts = { code: 0, gift: 0, held: 0, refused: 0 };
	let lines = 0;
	for await (const row of csvRows(createReadStream(list))) {
		const checked = await rows.check(row);
		counts[checked.kind] += 1;
		if (checked.kind === 'refused') await notes.report(reportLine(row, checked.refusal));
		lines += 1;
		onProgress(lines, undefined);
	}
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

/**
 * One row after another: the shop's limit takes longer than that, a running bot keeps its store, and of two members with
 * one code the first one gets it. A row without an answer ends the run, and stays open.
 */
async function apply(session: Session, { list, from, notes, shop, rows, onProgress }: Job): Promise<number> {
	let progress = from;
	try {
		await shop.open();
		for await (const row of csvRows(createReadStream(list))) {
			if (row.line <= from.line) {
				rows.skip(row);
				continue;
			}
			const outcome = await rows.add(await rows.check(row));
			if (outcome.kind === 'refused') await notes.report(reportLine(row, outcome.refusal));
			progress = { ...progress, line: row.line, [outcome.kind]: progress[outcome.kind] + 1 };
			await notes.note(progress);
			onProgress(progress.added + progress.held + progress.refused, undefined);
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

function reportLine({ line }: CsvRow, refusal: Refusal): string {
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
