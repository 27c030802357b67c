import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { connectMarketplace, createMarketplace } from '../../composition/create-marketplace.js';
import { allVariables, readSettings, type Settings } from '../../config.js';
import { programRest } from '../../discord/connection/program-rest.js';
import { RestMembers } from '../../discord/guilds/rest-members.js';
import { environmentDefaults, GuildSettingsStore } from '../../guilds/guild-settings.js';
import { readServed } from '../../guilds/served-guilds.js';
import { SyncRows } from '../../roles/sync-rows.js';
import type { Store } from '../../storage/store.js';
import { csvRows, type ListRow, refusalTexts } from './csv-rows.js';
import { ListImport, NoAnswerError } from './list-import.js';
import { exitCodes } from './program.js';
import { counted, openClaims, type Session, say, UsageError, withStore } from './session.js';

/** Rows that weren't taken, by line. Beside the list, and only its owner can read it. */
const reportFile = (list: string): string => `${list}.report.csv`;

/**
 * `import-csv FILE`: reads the list to its end, and says what is in it. With `--apply` it then imports the list, and can
 * be run again after a kill: a row that was taken is held by its member then.
 */
export async function runImportCsv(session: Session, list: string, isApplied: boolean): Promise<number> {
	const settings = readSettings(session.environment, allVariables);
	const report = await open(reportFile(list), 'w', 0o600);
	try {
		await report.write('line,reason\r\n');
		const counts = await readThrough(session, list, isApplied ? undefined : report);
		if (!isApplied) return sayContents(session, settings, list, counts);
		return await withStore(session, 'Lines', async (store, onProgress) => {
			const place = await openPlace(session, settings, store);
			const total = counts.code + counts.gift + counts.refused;
			try {
				return await apply(session, {
					list,
					report,
					onProgress: (done) => onProgress(done, total),
					...place,
				});
			} finally {
				await place.client.close();
			}
		});
	} catch (error) {
		if (!(error instanceof NoAnswerError)) throw error;
		say(session, `${error.message}. Run the command again later`);
		return error.isKey ? exitCodes.config : exitCodes.unavailable;
	} finally {
		await report.close();
	}
}

/** Reads the whole list first: one that is cut off or damaged must not be imported halfway. */
async function readThrough(
	{ clock }: Session,
	list: string,
	report: FileHandle | undefined,
): Promise<Record<ListRow['kind'], number>> {
	const counts = { code: 0, gift: 0, refused: 0 };
	for await (const row of csvRows(createReadStream(list), clock.now())) {
		counts[row.kind] += 1;
		if (row.kind === 'refused') await report?.write(reportLine(row.line, row.refusal));
	}
	return counts;
}

function sayContents(
	session: Session,
	{ MARKETPLACE_PER_MINUTE }: Settings,
	list: string,
	{ code, gift, refused }: Record<ListRow['kind'], number>,
): number {
	const minutes = Math.ceil(code / Math.max(1, Math.floor(MARKETPLACE_PER_MINUTE / 2)));
	say(
		session,
		`Nothing was recorded. Of ${counted(code + gift + refused, 'row')}:
  ${counted(code, 'code')} would be checked with the shop, in ${counted(minutes, 'minute')} or more
  ${counted(gift, 'purchase')} would be given without a code
  ${refused} would not be taken${refused > 0 ? `: see ${reportFile(list)}` : ''}
Not looked up yet: who holds what, is still a member, and what the shop says
To import it: npm run claims -- import-csv ${list} --apply`,
	);
	return refused === 0 ? exitCodes.ok : exitCodes.findings;
}

async function openPlace(session: Session, settings: Settings, store: Store) {
	const { DISCORD_TOKEN: token, DISCORD_API_URL: api } = settings;
	const { clock } = session;
	const [guildId, ...others] = (await readServed(store)) ?? [];
	if (guildId === undefined) throw new UsageError('No server is known yet: start the bot once');
	const guildIds = [guildId, ...others] as const;
	const syncRows = new SyncRows(store, clock);
	const claims = await openClaims(session, store, { follow: syncRows.follow({ ids: guildIds }) });
	const guilds = new GuildSettingsStore(store, environmentDefaults(settings, { ids: guildIds }));
	const rest = programRest({ token, api, retries: 3, timeout: 8_000, clock });
	const client = connectMarketplace(settings);
	const nothing = (): void => {};
	const logger = { info: nothing, warn: nothing };
	// The shop's answers say the same, and end the run.
	const report = { keyProblem: nothing, keyGood: nothing };
	const market = createMarketplace({ client, store, logger, report, clock });
	const members = new RestMembers(rest, guildIds);
	return { client, rows: new ListImport({ claims, guilds, market, members, syncRows, clock, guildIds }) };
}

interface Job {
	readonly list: string;
	readonly report: FileHandle;
	readonly rows: ListImport;
	readonly onProgress: (done: number) => void;
}

/**
 * One row after another: the shop's limit takes longer than that, a running bot keeps its store, and of two members with
 * one code the first one gets it. A row without an answer ends the run, and stays open.
 */
async function apply(session: Session, { list, report, rows, onProgress }: Job): Promise<number> {
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
		await rows.open();
		for await (const row of csvRows(createReadStream(list), session.clock.now())) {
			const outcome = row.kind === 'refused' ? row.refusal : await rows.add(row);
			const isTaken = outcome === 'added' || outcome === 'held';
			counts[isTaken ? outcome : 'refused'] += 1;
			if (!isTaken) await report.write(reportLine(row.line, outcome));
			settled = row.line;
			onProgress(counts.added + counts.held + counts.refused);
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

function reportLine(line: number, refusal: keyof typeof refusalTexts): string {
	return `${line},${refusalTexts[refusal]}\r\n`;
}
