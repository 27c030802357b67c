import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { translatorFor } from '../../src/i18n/translator.js';
import { type ClaimRow, claimPrefix, claimRowSchema } from '../claim-row.js';
import { wrongRoles } from '../world/owed.js';
import { idOf, type PeopledWorld } from './peopled-world.js';
import type { Happened } from './run.js';

// The properties, each looked at from outside: at the rows of the store, at what was answered, at the calls that
// Discord got. None asks the product's own code what is right.

/** Rows that count acts, and rows of waiting work: a refused act may write these. */
const counters = ['attempts:', 'stats:', 'proposal:', 'grant:', 'meta:', 'reconciler:', 'refusals:'];

const claimsIn = (rows: ReadonlyMap<string, unknown>): ReadonlyMap<string, ClaimRow> =>
	new Map(
		[...rows].flatMap(([key, value]) =>
			key.startsWith(claimPrefix) ? [[key, claimRowSchema.parse(value)] as const] : [],
		),
	);
const withoutCounters = (rows: ReadonlyMap<string, unknown>): unknown =>
	[...rows].filter(([key]) => !counters.some((prefix) => key.startsWith(prefix))).toSorted();

function broken(property: string, what: string, it?: Happened): never {
	throw new Error(`${property}: ${what}${it === undefined ? '' : ` at ${JSON.stringify(it.step)}`}`);
}

/** The new lines in the histories of claims after a step. */
export function newsOfClaims({ before, after }: Happened): readonly string[] {
	const old = claimsIn(before);
	return [...claimsIn(after)].flatMap(([key, { history, revision }]) =>
		old.get(key)?.revision === revision ? [] : (history.at(-1)?.what ?? []),
	);
}

const settingsSchema = z.looseObject({
	unlinking: z.looseObject({ kind: z.string() }).optional(),
});

/** Acts by which members give up their own purchases. */
const endsOwn = /let-go|privacy-erase/;

/** I1: members become holders and former holders by themselves or by home's staff. Their seats are the watch's. */
export function holdersAreTheirOwn(world: PeopledWorld, it: Happened): void {
	const [before, after] = [claimsIn(it.before), claimsIn(it.after)];
	const chosen = settingsSchema.safeParse(it.before.get(`settings:${world.home.id}`)).data;
	const isHomeStaffs =
		it.allowed && it.guildId === world.home.id && (it.need === 'home-staff' || it.need === 'staff');
	for (const [key, row] of after) {
		if (row.given !== undefined) {
			giftsAreTheServers(it, row.given.guildId, before.get(key), row);
			continue;
		}
		const old = before.get(key);
		const were = old?.holders.map(({ userId }) => userId) ?? [];
		const are = row.holders.map(({ userId }) => userId);
		for (const userId of are.filter((id) => !were.includes(id))) {
			if (isHomeStaffs) continue;
			if (userId !== idOf(it.by)) broken('I1', 'somebody else became a holder', it);
			if (it.code === undefined) broken('I1', 'somebody became a holder without the code', it);
			const sold = world.shop.sold.find(({ code }) => code === it.code);
			if (sold !== undefined && (it.shop !== 'up' || sold.isRefunded))
				broken('I1', 'the shop had not confirmed it', it);
		}
		for (const userId of were.filter((id) => !are.includes(id))) {
			const bySelf = userId === idOf(it.by) && endsOwn.test(it.customId ?? '');
			if (!bySelf && !isHomeStaffs) broken('I1', 'a holder was lost', it);
			const isUnlink = /let-go/.test(it.customId ?? '');
			if (isUnlink && chosen?.unlinking?.kind !== 'after-days')
				broken('I1', 'home does not allow unlinking', it);
			if (isUnlink && it.guildId !== world.home.id) broken('I1', 'it was unlinked away from home', it);
		}
	}
	for (const key of before.keys()) if (!after.has(key)) broken('I1', 'a claim is gone', it);
}

/** I1, for what staff give without a code: its server's moderators alone begin and end it, and it counts there alone. */
function giftsAreTheServers(
	it: Happened,
	giver: string,
	before: ClaimRow | undefined,
	{ holders }: ClaimRow,
): void {
	if (holders.some(({ guildIds }) => guildIds.some((id) => id !== giver)))
		broken('I1', 'a gift counts in another server', it);
	const ids = (row: Pick<ClaimRow, 'holders'> | undefined) => row?.holders.map(({ userId }) => userId) ?? [];
	if (isDeepStrictEqual(ids(before), ids({ holders }))) return;
	const bySelf = endsOwn.test(it.customId ?? '') && ids({ holders }).length === 0;
	const byStaff = it.guildId === giver && it.isStaff;
	if (!bySelf && !byStaff) broken('I1', 'a gift came or went by somebody else', it);
}

/** I3: who may not do it changes nothing but counters. */
export function refusalsChangeNothing(_: PeopledWorld, it: Happened): void {
	if (it.allowed) return;
	if (!isDeepStrictEqual(withoutCounters(it.before), withoutCounters(it.after))) {
		const changed = [...it.after].filter(([key, value]) => !isDeepStrictEqual(it.before.get(key), value));
		broken('I3', `${it.by} changed ${changed.map(([key]) => key.split(':')[0]).join()}`, it);
	}
}

/** I5, first part: neither an answer nor a row, an audit line or the log holds a code. */
export function noCodeIsShown(world: PeopledWorld, it: Happened): void {
	const fold = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
	const answers = fold(JSON.stringify(it.answers));
	const changed = [...it.after].filter(([key, value]) => it.before.get(key) !== value);
	const rows = fold(JSON.stringify(changed));
	for (const { code } of world.shop.sold) {
		if (answers.includes(fold(code))) broken('I5', 'an answer shows a code', it);
		if (rows.includes(fold(code))) broken('I5', 'a row holds a code', it);
	}
}

/** I5, at the end: nor do audit lines or the log. */
export function noCodeLeaks(world: PeopledWorld): void {
	const output = `${JSON.stringify(world.audit)}${world.log.join('')}`.toLowerCase();
	for (const { code } of world.shop.sold) if (output.includes(code)) broken('I5', 'audit or log tell a code');
}

const confirmedSchema = z.looseObject({ confirmedPowers: z.record(z.string(), z.string()).optional() });

/** I7: what a role that was given may do is harmless, or was confirmed. */
export function rolesAreHarmless(world: PeopledWorld, harmless: bigint): void {
	for (const { guildId, roleId, give, permissions } of world.discord.calls) {
		if (!give) continue;
		const { confirmedPowers = {} } = confirmedSchema.parse(world.store.read(`settings:${guildId}`) ?? {});
		const confirmed = BigInt(confirmedPowers[roleId] ?? 0);
		if ((permissions & ~harmless & ~confirmed) !== 0n) broken('I7', `a role with ${permissions} was given`);
	}
}

/** The title of an answer that calls a code invalid: the text of the day, or none would ever be found. */
const calledInvalid = translatorFor('en-US')('verify.invalidTitle');

/** I8: "invalid" is said only where the shop said so, with a good key of the known account, or where staff have blocked the code. */
export function invalidIsTheShopsWord(world: PeopledWorld, it: Happened): void {
	if (!JSON.stringify(it.answers).includes(calledInvalid)) return;
	const sold = world.shop.sold.find(({ code }) => code === it.code);
	const isBlocked =
		sold !== undefined &&
		claimsIn(it.before).get(claimPrefix + world.keys.hash(sold.code))?.revokedBy !== undefined;
	if (isBlocked) return;
	if (it.shop !== 'up' || sold?.isRefunded === false) broken('I8', 'a good code was called invalid', it);
}

/** I6: after they deleted their data, nothing names a member but limits, lists of roles to take, and their own staff acts. */
export function forgottenAreDeleted(_: PeopledWorld, it: Happened): void {
	if (!(it.customId ?? '').includes('privacy-erase')) return;
	const id = idOf(it.by);
	for (const [key, value] of it.after) {
		if (/^(?:attempts|unlinks|grant|stats|meta):/.test(key)) continue;
		if (key.startsWith('proposal:') || key.startsWith('settings:') || key.startsWith('former:')) continue;
		if (key.includes(id)) broken('I6', `${key.split(':')[0]} is kept under their id`, it);
		if (!key.startsWith(claimPrefix)) continue;
		const { history = [], ...rest } = value as { history?: { by: string; what: string }[] };
		// That they revoked another member's purchase as staff stays on record, in the data for an undo too.
		const others = JSON.stringify(rest, (name, part) => (name === 'revokedBy' ? undefined : part));
		if (others.includes(id)) broken('I6', 'a claim names them', it);
		const staffActs = [
			'gave',
			'revoked',
			'seat-freed',
			'released',
			'transferred',
			'locked',
			'unlocked',
			'undone',
			'reinstated',
			'support-changed',
		];
		for (const line of history) {
			const isOwnAct = line.by === id && staffActs.includes(line.what);
			const { by: _, ...others } = line;
			if (JSON.stringify(others).includes(id) || (line.by === id && !isOwnAct))
				broken('I6', 'a history names them', it);
		}
	}
}

/** I2: when all is quiet, a present member of a served server has just the roles that follow from what they showed there. */
export function rolesFollowClaims(world: PeopledWorld): void {
	const [wrong] = wrongRoles(world, [...claimsIn(world.store.values()).values()]);
	if (wrong !== undefined) broken('I2', wrong);
}

/** I5, third part: claims revoked by staff stay revoked, whatever the shop says and whichever member asks. */
export function staffsRevocationStays(world: PeopledWorld, it: Happened): void {
	const after = claimsIn(it.after);
	// By a lift, or by undoing the revocation, of home's moderators.
	const mayLift =
		/^cc1:desk-(?:do:lift|undo):/.test(it.customId ?? '') && it.guildId === world.home.id && it.isStaff;
	for (const [key, { revokedBy }] of claimsIn(it.before)) {
		if (revokedBy === undefined || mayLift) continue;
		const now = after.get(key);
		if (now?.revokedBy !== revokedBy || now.status !== 'revoked')
			broken('I5', 'a revocation by staff was lifted', it);
	}
}

/** I5, second part: a proposal is carried out once. */
export function staffChangesOnce(): (world: PeopledWorld, it: Happened) => void {
	const carriedOut = new Set<string>();
	return (_, it) => {
		const [, name = '', hash = ''] = (it.customId ?? '').split(':');
		const [before, after] = [claimsIn(it.before), claimsIn(it.after)];
		const changed = [...after].filter(([key, row]) => !isDeepStrictEqual(before.get(key), row));
		if (changed.length === 0) return;
		if (name === 'desk-confirm') {
			if (carriedOut.has(hash)) broken('I5', 'a proposal was carried out twice', it);
			carriedOut.add(hash);
		}
	};
}

/** I1 and I5 at each write: seats, locks, undos and revocations, as the simulation holds them. */
export function writesAreSound({ watch }: PeopledWorld, it: Happened): void {
	const [fault] = watch.faults;
	if (fault !== undefined) broken('a write', fault, it);
}
