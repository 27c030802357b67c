import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, readFile, writeFile } from 'node:fs/promises';
import { ClaimKeys } from '../../claims/claim-keys.js';
import { ClaimStore, checkReadable } from '../../claims/claim-store.js';
import { connectMarketplace, createMarketplace } from '../../composition/create-marketplace.js';
import { allVariables, readSettings, type Settings } from '../../config.js';
import { programRest } from '../../discord/connection/program-rest.js';
import { RestMembers } from '../../discord/guilds/rest-members.js';
import { readServed } from '../../guilds/served-guilds.js';
import { SyncRows } from '../../roles/sync-rows.js';
import type { Store } from '../../storage/store.js';
import { type CsvRow, csvRows } from './csv-rows.js';
import { ListRows, type Refusal, refusalTexts } from './list-rows.js';
import { ListShop, NoAnswerError } from './list-shop.js';
import { exitCodes } from './program.js';
import { counted, openClaims, type Session, say, UsageError, withStore } from './session.js';

// Two files beside the list, which only their owner can read: the rows that weren't taken, and the hash of a list that a
// dry run has read to its end.
const reportFile = (list: string): string => `${list}.report.csv`;
const checkedFile = (list: string): string => `${list}.checked`;

/**
 * `import-csv FILE`: says what an import of the list would do. With `--apply` it imports a list that was looked at like
 * that. It can be run again after a kill, since a row that was taken is held by its member then.
 */
export async function runImportCsv(session: Session, list: string, isApplied: boolean): Promise<number> {
	const settings = readSettings(session.environment, allVariables);
	const sha256 = await hashOf(list);
	if (isApplied && (await readFile(checkedFile(list), 'utf8').catch(() => '')) !== sha256) {
		throw new UsageError(
			`${list} has not been looked at, or has changed since: run the command without --apply first`,
		);
	}
	return await withStore(session, 'Lines', async (store, onProgress) => {
		const place = await openPlace(session, settings, store, isApplied);
		const report = await open(reportFile(list), 'w', 0o600);
		try {
			await report.write('line,reason\r\n');
			const job = { list, report, onProgress, ...place };
			if (isApplied) return await apply(session, job);
			const code = await dryRun(session, settings, job);
			await writeFile(checkedFile(list), sha256, { mode: 0o600 });
			return code;
		} catch (error) {
			if (!(error instanceof NoAnswerError)) throw error;
			say(session, `${error.message}. Run the command again later`);
			return error.isKey ? exitCodes.config : exitCodes.unavailable;
		} finally {
			await Promise.all([report.close(), place.client.close()]);
		}
	});
}

type Job = Awaited<ReturnType<typeof openPlace>> & {
	readonly list: string;
	readonly report: FileHandle;
	readonly onProgress: (done: number, total: undefined) => void;
};

async function hashOf(list: string): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of createReadStream(list)) hash.update(chunk);
	return hash.digest('hex');
}

/** A dry run changes nothing in the store, not even its format. */
async function openPlace(session: Session, settings: Settings, store: Store, isApplied: boolean) {
	const { CLAIM_SECRET: claimSecret, DISCORD_TOKEN, DISCORD_API_URL } = settings;
	const { clock } = session;
	const [guildId, ...others] = (await readServed(store)) ?? [];
	if (guildId === undefined) throw new UsageError('No server is known yet: start the bot once');
	const keys = new ClaimKeys(claimSecret);
	const guildIds = [guildId, ...others] as const;
	const syncRows = new SyncRows(store, clock);
	const follow = syncRows.follow({ ids: guildIds });
	if (!isApplied) await checkReadable(store, claimSecret);
	const claims = isApplied
		? await openClaims(session, store, { follow })
		: new ClaimStore({ store, claimSecret, clock, report: { damaged: () => {} } }, keys);
	const rest = programRest({ token: DISCORD_TOKEN, api: DISCORD_API_URL, retries: 3, timeout: 8_000, clock });
	const client = connectMarketplace(settings);
	const nothing = (): void => {};
	const logger = { info: nothing, warn: nothing };
	// The shop's answers say the same, and end the run.
	const report = { keyProblem: nothing, keyGood: nothing };
	const shop = new ListShop(createMarketplace({ client, store, logger, report, clock }), clock);
	const members = new RestMembers(rest, guildIds);
	const rows = new ListRows({ claims, keys, clock, shop, syncRows, members, guildIds });
	return { client, shop, rows };
}

async function dryRun(session: Session, { MARKETPLACE_PER_MINUTE }: Settings, job: Job): Promise<number> {
	const { list, report, rows, onProgress } = job;
	const counts = { code: 0, gift: 0, held: 0, refused: 0 };
	let lines = 0;
	for await (const row of csvRows(createReadStream(list))) {
		const checked = await rows.check(row);
		counts[checked.kind] += 1;
		if (checked.kind === 'refused') await report.write(reportLine(row, checked.refusal));
		lines += 1;
		onProgress(lines, undefined);
	}
	const minutes = Math.ceil(counts.code / Math.max(1, Math.floor(MARKETPLACE_PER_MINUTE / 2)));
	const where = counts.refused > 0 ? `: see ${reportFile(list)}` : '';
	say(
		session,
		`Nothing was recorded. Of ${counted(lines, 'row')}:
  ${counted(counts.code, 'code')} would be checked with the shop, in ${counted(minutes, 'minute')} or more
  ${counted(counts.gift, 'purchase')} would be given without a code
  ${counts.held} held by their member already
  ${counts.refused} would not be taken${where}
Not asked yet: the shop about codes, and Discord who is still a member
To import it: npm run claims -- import-csv ${list} --apply`,
	);
	return counts.refused === 0 ? exitCodes.ok : exitCodes.findings;
}

/**
 * One row after another: the shop's limit takes longer than that, a running bot keeps its store, and of two members with
 * one code the first one gets it. A row without an answer ends the run, and stays open.
 */
async function apply(session: Session, { list, report, shop, rows, onProgress }: Job): Promise<number> {
	const counts = { added: 0, held: 0, refused: 0 };
	let settled = 0;
	const summarise = (): void => {
		const { added, held, refused } = counts;
		const where = refused > 0 ? `: see ${reportFile(list)}` : '';
		say(
			session,
			`${counted(added, 'purchase')} added, ${held} held already, ${counted(refused, 'row')} not taken${where}`,
		);
		if (added === 0) return;
		say(session, 'A running bot gives the roles within five minutes, otherwise the next one that starts');
	};
	try {
		await shop.open();
		for await (const row of csvRows(createReadStream(list))) {
			const outcome = await rows.add(await rows.check(row));
			counts[outcome.kind] += 1;
			if (outcome.kind === 'refused') await report.write(reportLine(row, outcome.refusal));
			settled = row.line;
			onProgress(counts.added + counts.held + counts.refused, undefined);
		}
	} catch (error) {
		if (!(error instanceof NoAnswerError)) throw error;
		summarise();
		say(session, `The rows after line ${settled} are open`);
		throw error;
	}
	summarise();
	return counts.refused === 0 ? exitCodes.ok : exitCodes.findings;
}

function reportLine({ line }: CsvRow, refusal: Refusal): string {
	return `${line},${refusalTexts[refusal]}\r\n`;
}
