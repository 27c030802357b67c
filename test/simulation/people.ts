import { type PurchaseCode, parsePurchaseCode } from '../../src/claims/purchase-code.js';
import { confirm, revoke } from '../claims/sample-claims.js';
import type { Life, World } from './life.js';

const dayMs = 86_400_000;

/** A purchase as the shop knows it. */
export interface Purchase {
	readonly code: PurchaseCode;
	readonly itemId: number;
	supportedUntil: number;
	/** The shop has said so, to whoever has asked. */
	isRefunded: boolean;
	wasEverRefunded: boolean;
}

export function purchases(count: number, startsAt: number, random: () => number): Purchase[] {
	return Array.from({ length: count }, (_, index) => {
		const code = parsePurchaseCode(`aaaaaaaa-0000-4000-8000-00000000000${index}`);
		if (code === undefined) throw new Error('Not a code');
		const supportedUntil = startsAt + (random() < 0.5 ? random() * 600_000 : dayMs);
		return {
			code,
			itemId: index,
			supportedUntil: Math.floor(supportedUntil),
			isRefunded: false,
			wasEverRefunded: false,
		};
	});
}

export interface Scene {
	readonly world: World;
	readonly guildIds: readonly string[];
	readonly userIds: readonly string[];
	readonly purchases: readonly Purchase[];
}

interface Act {
	readonly weight: number;
	run(life: Life, scene: Scene): Promise<void>;
}

/** Whoever does it gives up at an error, which is the worst that they can do. */
export function act(life: Life, scene: Scene): void {
	const total = acts.reduce((sum, { weight }) => sum + weight, 0);
	let left = scene.world.schedule.random() * total;
	const chosen = acts.find(({ weight }) => {
		left -= weight;
		return left < 0;
	});
	scene.world.schedule.note(chosen?.run.name ?? '');
	chosen?.run(life, scene).catch(() => {});
}

const acts: readonly Act[] = [
	{ weight: 8, run: verify },
	{ weight: 3, run: unlink },
	{ weight: 3, run: release },
	{ weight: 2, run: transfer },
	{ weight: 1, run: forget },
	{ weight: 2, run: recheck },
	{ weight: 1.5, run: moveRole },
	{ weight: 1, run: takeByHand },
	{ weight: 1.5, run: leaveOrComeBack },
];

function placeIn({ world, guildIds, userIds }: Scene): { guildId: string; userId: string } {
	const { schedule } = world;
	return { guildId: schedule.pick(guildIds) ?? '', userId: schedule.pick(userIds) ?? '' };
}

async function verify(life: Life, scene: Scene): Promise<void> {
	const { world, purchases } = scene;
	const place = placeIn(scene);
	const purchase = world.schedule.pick(purchases);
	const held = world.discord.guilds.get(place.guildId)?.members.get(place.userId);
	if (purchase === undefined || held === undefined) return;
	const heldRoles = [...held];
	const known = await life.claims.present(purchase.code, place);
	if (known.kind === 'taken') return;
	if (known.kind !== 'already-yours') {
		await world.schedule.sleep(world.schedule.skewed(50, 2_500));
		if (life.isDead || purchase.isRefunded) return;
		const proven = {
			item: { id: purchase.itemId, name: 'Item', category: 'themes' },
			licenseType: purchase.itemId === 0 ? 'team' : 'regular',
			supportedUntil: purchase.supportedUntil,
			purchasedAt: undefined,
		};
		const claimed = await life.claims.claim(purchase.code, { ...place, purchase: proven });
		if (claimed.kind === 'taken') return;
	}
	await life.queue.request(place, heldRoles);
}

/** As `src/members/unlinking.ts` does it. */
async function unlink(life: Life, scene: Scene): Promise<void> {
	const { guildId, userId } = placeIn(scene);
	const claim = scene.world.schedule.pick(await life.claims.claimsOf(userId));
	if (claim === undefined) return;
	const isHome = guildId === scene.world.homeId;
	if (!isHome && !claim.guildIds.includes(guildId)) return;
	const guildIds = isHome ? claim.guildIds : [guildId];
	for (const each of guildIds) await life.outbox.record({ guildId: each, userId });
	await life.claims.own.unlink(claim.hash, { userId, guildId });
	for (const each of guildIds) await life.queue.request({ guildId: each, userId });
}

/** As `src/members/privacy.ts` does it. */
async function forget(life: Life, scene: Scene): Promise<void> {
	const { userId } = placeIn(scene);
	const guildIds = new Set<string>();
	await life.claims.own.forget(userId, async (announced) => {
		for (const guildId of announced) await life.outbox.record({ guildId, userId });
		for (const guildId of announced) guildIds.add(guildId);
	});
	for (const guildId of guildIds) await life.queue.request({ guildId, userId });
}

const staff = '900000000000000099';

function release(life: Life, scene: Scene): Promise<void> {
	return moderate(life, scene, undefined);
}

function transfer(life: Life, scene: Scene): Promise<void> {
	return moderate(life, scene, placeIn(scene).userId);
}

/** As `src/moderation/moderation.ts` does it, with an undo now and then. */
async function moderate(life: Life, scene: Scene, toUserId: string | undefined): Promise<void> {
	const { schedule } = scene.world;
	const { guildId, userId } = placeIn(scene);
	const claim = schedule.pick(
		(await life.claims.claimsOf(userId)).filter((it) => it.guildIds.includes(guildId)),
	);
	if (claim === undefined) return;
	const by = { by: staff, guildId, why: '' };
	const { moderated } = life.claims;
	const note = async (): Promise<void> => {
		const file = await moderated.byHash(claim.hash, guildId);
		for (const { holderId, guildIds } of file?.claims ?? []) {
			for (const each of guildIds) await life.outbox.record({ guildId: each, userId: holderId });
		}
		if (toUserId !== undefined) await life.outbox.record({ guildId, userId: toUserId });
	};
	await note();
	const outcome = await (toUserId === undefined
		? moderated.release(claim.hash, userId, by)
		: moderated.transfer(claim.hash, userId, toUserId, by));
	if (outcome.kind !== 'done') return;
	for (const { holderId, guildIds } of outcome.affected) {
		for (const each of guildIds) await life.queue.request({ guildId: each, userId: holderId });
	}
	if (!schedule.chance(0.3)) return;
	await schedule.sleep(schedule.skewed(10, 20_000));
	if (life.isDead) return;
	await note();
	const undone = await moderated.undo(claim.hash, outcome.revision, by);
	if (undone.kind !== 'done') return;
	for (const { holderId, guildIds } of undone.affected) {
		for (const each of guildIds) await life.queue.request({ guildId: each, userId: holderId });
	}
}

/** The shop is asked about a claim: it was refunded, or wasn't after all, or the shop has an outage and says nothing. */
async function recheck(life: Life, scene: Scene): Promise<void> {
	const { schedule } = scene.world;
	const claim = schedule.pick(await life.claims.claimsOf(placeIn(scene).userId));
	const purchase = scene.purchases.find(({ itemId }) => itemId === claim?.item.id);
	const answer = schedule.pick(['refunded', 'valid', 'outage'] as const);
	if (claim === undefined || purchase === undefined || answer === 'outage') return;
	purchase.isRefunded = answer === 'refunded';
	purchase.wasEverRefunded ||= purchase.isRefunded;
	if (purchase.isRefunded) await revoke(life.claims, claim.hash);
	else await confirm(life.claims, claim.hash, claim.supportedUntil);
	for (const guildId of claim.guildIds) await life.queue.request({ guildId, userId: claim.holderId });
}

async function moveRole(_: Life, { world, guildIds }: Scene): Promise<void> {
	const { schedule, discord, rules } = world;
	const roles = [rules.buyerRoleId, ...Object.values(rules.itemRoles), rules.supportedRoleId];
	discord.move(schedule.pick(guildIds) ?? '', schedule.pick(roles) ?? '', schedule.chance(0.5));
}

async function takeByHand(_: Life, scene: Scene): Promise<void> {
	const { guildId, userId } = placeIn(scene);
	const held = scene.world.discord.guilds.get(guildId)?.members.get(userId);
	held?.delete(scene.world.schedule.pick([...held]) ?? '');
}

async function leaveOrComeBack(_: Life, scene: Scene): Promise<void> {
	const { discord } = scene.world;
	const { guildId, userId } = placeIn(scene);
	if (discord.guilds.get(guildId)?.members.has(userId)) discord.leave(guildId, userId);
	else discord.comeBack(guildId, userId);
}
