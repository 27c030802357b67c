import type { Services } from '../../src/create-services.js';
import type {
	Carried,
	Moderator,
	Act as StaffAct,
} from '../../src/services/moderation/moderation-outcomes.js';
import { type ClaimState, holdersOf } from '../world/claim-states.js';
import { guildIds, homeId, minuteMs, staffIds, userIds } from '../world/servers.js';
import { type Act, lately, purchaseIn, type Scene } from './scene.js';

// Acts of staff, each calling the services as the command of that name does: see `commands/`.

function moderatorIn({ dice }: Scene): Moderator {
	return {
		userId: dice.pick(staffIds),
		guildId: dice.chance(0.85) ? homeId : guildIds[1],
		isAdministrator: dice.chance(0.3),
		canManageRoles: dice.chance(0.9),
		rights: { isAbove: () => true },
	};
}

interface Looked {
	readonly hash: string;
	readonly state: ClaimState;
	readonly mark: number;
}

/** Any purchase on record. */
function someClaim({ world, dice }: Scene): Looked | undefined {
	const keys = world.store.keys('claim:');
	if (keys.length === 0) return undefined;
	const hash = dice.pick(keys).slice('claim:'.length);
	const { mark } = world.watch.states;
	const state = world.watch.states.since(hash, mark).at(-1);
	return state && { hash, state, mark };
}

function noteCarried(scene: Scene, outcome: Carried, { guildId }: Moderator, mark: number): void {
	const { world, memory } = scene;
	world.schedule.note('    carried', outcome.kind);
	if (outcome.kind === 'changed-since')
		world.sometimes.note('a change is void since the purchase has changed');
	if (outcome.kind === 'locked')
		world.sometimes.note('a code is locked, and refuses a holder and a newcomer');
	if (outcome.kind !== 'done') return;
	const { event, undo } = outcome;
	if (event.deed === 'gave' && event.codeEnd === undefined)
		world.sometimes.note('a purchase is given without a code');
	if (event.deed === 'unlinked' && event.memberId !== undefined)
		world.watch.endedClaim(event.hash, event.memberId, mark);
	if (undo === undefined) return;
	world.watch.confirmedChange(event.hash, undo.revision, mark);
	memory.changes.push({ hash: event.hash, revision: undo.revision, guildId });
}

const weights: Readonly<Record<StaffAct, number>> = {
	move: 4,
	unlink: 3,
	free: 1,
	lock: 1.5,
	unlock: 1,
	revoke: 1,
	lift: 1,
};

/** This process, and sometimes a second one, which also receives the press. */
function pressed({ services, lives, dice }: Scene): readonly Services[] {
	const others = lives.flatMap((each) =>
		each.isDead || each.services === undefined ? [] : [each.services.commands],
	);
	return dice.chance(0.25) ? [services, dice.pick(others)] : [services];
}

/** Uses the form on a purchase’s page, for the purchase as shown. */
const change: Act = async (scene) => {
	const looked = someClaim(scene);
	if (looked === undefined) return;
	const { dice, life, world } = scene;
	const { hash, state } = looked;
	const moderator = moderatorIn(scene);
	const action = dice.weighted(weights);
	const [holderId] = holdersOf(state);
	const toUserId = action === 'move' ? dice.pick(userIds) : undefined;
	const request = { action, hash, holderId, toUserId, why: 'so', revision: state.revision };
	world.schedule.note('    staff', action, hash.slice(0, 8));
	// The reason that staff type.
	if (dice.chance(0.3)) await life.delay(dice.below(3) * minuteMs);
	const { mark } = world.watch.states;
	const presses = pressed(scene);
	const outcomes = await Promise.all(
		presses.map(({ moderation }) => moderation.carryOut(request, moderator)),
	);
	noteOnce(scene, outcomes, `${action} of ${hash}`);
	for (const outcome of outcomes) noteCarried(scene, outcome, moderator, mark);
};

function noteOnce({ world }: Scene, outcomes: readonly Carried[], what: string): void {
	const done = outcomes.filter(({ kind }) => kind === 'done');
	if (done.length > 1) world.watch.broken(`a change was carried out twice: ${what}`);
	if (done.length === 1 && outcomes.length > 1)
		world.sometimes.note('a change is sent twice, and carried out once');
}

const give: Act = async (scene) => {
	const { dice, world } = scene;
	const moderator = moderatorIn(scene);
	const nonce = String(dice.below(1_000_000_000));
	const gift = { itemId: 0, days: '2', toUserId: dice.pick(userIds), why: 'so', nonce };
	const { mark } = world.watch.states;
	const outcomes = await Promise.all(pressed(scene).map(({ giving }) => giving.give(gift, moderator)));
	noteOnce(scene, outcomes, `gift ${nonce}`);
	for (const outcome of outcomes) noteCarried(scene, outcome, moderator, mark);
};

const undo: Act = async (scene) => {
	const { services, memory, world, life, dice } = scene;
	const change = lately(scene, memory.changes);
	if (change === undefined) return;
	if (dice.chance(0.15)) await life.delay(dice.below(12) * minuteMs);
	const { mark } = world.watch.states;
	const moderator = { ...moderatorIn(scene), guildId: change.guildId };
	const outcome = await services.moderation.undo(change.hash, change.revision, moderator);
	world.schedule.note('    undo', change.hash.slice(0, 8), outcome.kind);
	if (outcome.kind === 'changed-since')
		world.sometimes.note('a change is not undone since something has happened');
	if (outcome.kind === 'too-late') world.sometimes.note('a change is not undone since it is too late');
	if (outcome.kind === 'done') world.watch.confirmedChange(change.hash, change.revision + 1, mark);
};

const lookUp: Act = async (scene) => {
	const { services, dice, world } = scene;
	const { code } = purchaseIn(scene);
	const moderator = { ...moderatorIn(scene), guildId: homeId };
	const { mark } = world.watch.states;
	const { giving } = services;
	const found = await giving.lookUpCode(code, moderator);
	if (found.kind !== 'free') return;
	const outcome = dice.chance(0.7)
		? await giving.giveLookedUp(found.id, { toUserId: dice.pick(userIds), why: 'so' }, moderator)
		: await giving.blockLookedUp(found.id, 'so', moderator);
	noteCarried(scene, outcome, moderator, mark);
};

/** Possible once in ten minutes per purchase. */
const check: Act = async (scene) => {
	const looked = someClaim(scene);
	if (looked === undefined) return;
	const { services, world } = scene;
	const { state: shop } = world.shop;
	const moderator = { ...moderatorIn(scene), guildId: homeId };
	const [holderId] = holdersOf(looked.state);
	const outcome = await services.moderation.check(looked.hash, holderId, moderator);
	world.schedule.note('    checked', looked.hash.slice(0, 8), outcome.kind);
	if (outcome.kind !== 'uncheckable') return;
	if (shop === 'other-key') world.sometimes.note('a purchase is checked while the key is refused');
	if (shop !== 'up') world.sometimes.note('a purchase is checked during an outage of the shop');
};

const reconcile: Act = async ({ services, dice }) => {
	await services.moderatedRoles.reconcile({ guildId: homeId, userId: dice.pick(userIds) });
};

/** Decides with the buttons of the card. An undo is the same as for any other change. */
const rule: Act = async (scene) => {
	const { memory, dice, life, world } = scene;
	const reference = lately(scene, memory.cases);
	if (reference === undefined) return;
	const moderator = { ...moderatorIn(scene), guildId: homeId };
	const act = dice.weighted({ move: 4, leave: 1.5 });
	const twice = pressed(scene);
	const holder = heldBy(scene, reference);
	world.schedule.note('    ruling', reference, act);
	const { mark } = world.watch.states;
	life.inFlight.add('decision');
	const decision = { act, why: 'so', revision: undefined };
	const outcomes = await Promise.all(
		twice.map(({ disputes }) => disputes.decide(reference, decision, moderator)),
	).finally(() => life.inFlight.delete('decision'));
	const kinds = outcomes.map(({ kind }) => kind);
	world.schedule.note('    ruled', reference, act, ...kinds);
	const carried = outcomes.flatMap((outcome) => (outcome.kind === 'several' ? [] : [outcome]));
	noteOnce(scene, carried, `${act} in ${reference}`);
	for (const outcome of carried) noteCarried(scene, outcome, moderator, mark);
	if (kinds.length > 1 && kinds.includes('done')) world.sometimes.note('a dispute is decided by two at once');
	if (kinds.includes('not-a-member'))
		world.sometimes.note('a dispute is not decided since the claimant has left');
	if (kinds.includes('done') && holder !== undefined && !world.discord.isMember(homeId, holder))
		world.sometimes.note('a dispute is decided while its holder is not there');
};

function heldBy({ world, memory }: Scene, reference: string): string | undefined {
	const { hash } = memory.refusals.find((it) => it.reference === reference) ?? {};
	const { states } = world.watch;
	const state = hash === undefined ? undefined : states.since(hash, states.mark).at(-1);
	return state && holdersOf(state)[0];
}

export const staffActs = {
	change,
	give,
	undo,
	lookUp,
	check,
	reconcile,
	rule,
} satisfies Readonly<Record<string, Act>>;
