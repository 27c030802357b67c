import type { VerifyOutcome } from '../../src/services/verification/verify.js';
import { isHeldBy } from '../world/claim-states.js';
import { minuteMs } from '../world/servers.js';
import { type Act, lately, placeIn, purchaseIn, type Scene } from './scene.js';

// Members' acts, each calling the services as the command of that name does: see `commands/`.

/** Like `commands/verify/verify.ts`, waits for the shop, and gives a refusal its reference. */
async function verified(
	scene: Scene,
	input: string,
	place = placeIn(scene),
): Promise<VerifyOutcome | 'gave-up'> {
	const { world, life, services, dice } = scene;
	const member = world.discord.guilds.get(place.guildId)?.members.get(place.userId);
	if (member === undefined) return 'gave-up';
	const { watch, keys, schedule, sometimes } = world;
	const sold = world.shop.sold.find(({ code }) => code === input);
	const hash = sold === undefined ? '' : keys.hash(sold.code);
	const mark = watch.states.mark;
	const since = schedule.time;
	const request = {
		...place,
		input,
		heldRoles: dice.chance(0.8) ? { roles: [...member.roleIds] } : undefined,
	};
	const busy = `verify of ${place.userId}`;
	life.inFlight.add(busy);
	let outcome: VerifyOutcome;
	try {
		outcome = await services.verification.verify(request);
		if (outcome.kind === 'uncheckable' && outcome.reason !== 'bad-key') {
			const until = life.now() + 14 * minuteMs;
			const notify = async (): Promise<void> => {};
			const later = await services.waitingRoom.wait({ request, retryAt: outcome.retryAt, until, notify });
			if (later === 'gave-up') return later;
			if (later.kind === 'verified') sometimes.note('a code waits for the shop and is verified then');
			outcome = later;
		}
	} finally {
		life.inFlight.delete(busy);
	}
	schedule.note('    answered', place.userId, outcome.kind);
	if (outcome.kind === 'limited' && outcome.because !== 'still-checking')
		sometimes.note('a member has tried too many codes');
	if (outcome.kind === 'invalid' && sold !== undefined) calledInvalid(scene, hash, mark, since);
	if (outcome.kind === 'verified') calledVerified(scene, outcome, { ...place, mark });
	if (outcome.kind === 'taken') await calledTaken(scene, { ...place, hash, mark });
	return outcome;
}

function calledInvalid({ world }: Scene, hash: string, mark: number, since: number): void {
	world.watch.calledInvalid(hash, mark, since);
	if (world.watch.states.since(hash, mark).at(-1)?.revokedBy !== undefined)
		world.sometimes.note('a code is revoked by staff, and stays so for who verifies it');
}

function calledVerified(
	{ world, life, memory }: Scene,
	{ claim, role, returning }: Extract<VerifyOutcome, { kind: 'verified' }>,
	{ userId, guildId, mark }: { readonly userId: string; readonly guildId: string; readonly mark: number },
): void {
	world.watch.calledVerified(claim.hash, userId, mark);
	if (!returning && memory.forgotten.delete(userId))
		world.sometimes.note('a member who has deleted their data verifies again');
	void role.settled.then(() => life.inFlight.delete(`role ${guildId} ${userId}`));
}

async function calledTaken(
	{ world, services, memory }: Scene,
	{
		userId,
		guildId,
		hash,
		mark,
	}: { readonly userId: string; readonly guildId: string; readonly hash: string; readonly mark: number },
): Promise<void> {
	const { watch, sometimes, schedule } = world;
	watch.calledTaken(hash, userId, mark);
	const [before] = watch.states.since(hash, mark);
	if (
		before === undefined ||
		before.holders.length + before.reserved.length < watch.seatsOf(before.licenseType)
	)
		sometimes.note('the last seat is taken by another while the shop is asked');
	else if (before.holders.length === 0 && !before.locked)
		sometimes.note('a kept seat keeps a code from another member');
	if (before?.locked) sometimes.note('a code is locked, and refuses a holder and a newcomer');
	const reference = await services.references.issue({ guildId, userId, why: 'taken', hash });
	schedule.note('    reference', reference);
	memory.refusals.push({ userId, guildId, hash, reference });
}

const verify: Act = async (scene) => {
	await verified(scene, purchaseIn(scene).code);
};

/** Several members enter one code at the same moment. */
const rush: Act = async (scene) => {
	const { code } = purchaseIn(scene);
	await Promise.all([verified(scene, code), verified(scene, code), verified(scene, code)]);
};

/** Every sold code is entered at the same moment. */
const launch: Act = async (scene) => {
	await Promise.all(scene.world.shop.sold.map(({ code }) => verified(scene, code)));
};

const guess: Act = async (scene) => {
	for (let count = 0; count < 6; count += 1) {
		const letters = scene.dice.below(1e9).toString().padStart(12, '0');
		await verified(scene, `bbbbbbbb-0000-4000-8000-${letters}`);
	}
};

/** The hash of one of the member's claims. */
async function ownClaim(scene: Scene, userId: string): Promise<string | undefined> {
	const own = ownClaims(scene, userId);
	return own.length === 0 ? undefined : scene.dice.pick(own);
}

function ownClaims({ world }: Scene, userId: string): string[] {
	return world.store.keys('claim:').flatMap((key) => {
		const hash = key.slice('claim:'.length);
		const state = world.watch.states.since(hash, world.watch.states.mark).at(-1);
		return state !== undefined && isHeldBy(state, userId) ? [hash] : [];
	});
}

const restore: Act = async (scene) => {
	const place = placeIn(scene);
	const { purchases } = scene.services;
	await purchases.purchasesOf(place, []);
	await purchases.restore(place, undefined);
};

const checkAgain: Act = async (scene) => {
	const place = placeIn(scene);
	const hash = await ownClaim(scene, place.userId);
	if (hash !== undefined) await scene.services.purchases.checkAgain(place, hash);
};

const unlink: Act = async (scene) => {
	const { world, services } = scene;
	const place = placeIn(scene);
	const hash = await ownClaim(scene, place.userId);
	if (hash === undefined) return;
	const mark = world.watch.states.mark;
	const answer = await services.purchases.unlink(place, hash);
	world.schedule.note('    answered', place.userId, answer.kind);
	if (answer.kind === 'unlinked') world.watch.endedClaim(hash, place.userId, mark);
};

const forget: Act = async (scene) => {
	const { world, services, lives, memory } = scene;
	const { userId } = placeIn(scene);
	if (lives.some(({ inFlight }) => inFlight.has(`verify of ${userId}`)))
		world.sometimes.note('a member deletes their data while a code of theirs is verified');
	await services.privacy.deleteDataOf(userId);
	memory.forgotten.add(userId);
};

const dispute: Act = async (scene) => {
	const { services, memory, world } = scene;
	const refusal = lately(scene, memory.refusals);
	if (refusal === undefined) return;
	const opened = await services.disputes.open(refusal.reference, refusal, 'it is mine');
	world.schedule.note('    answered', refusal.reference, opened.kind);
	if (opened.kind === 'open') memory.cases.push(opened.reference);
};

const withdraw: Act = async (scene) => {
	const refusal = lately(scene, scene.memory.refusals);
	if (refusal === undefined) return;
	if (await scene.services.disputes.withdraw(refusal.reference, refusal))
		scene.world.sometimes.note('a dispute is withdrawn');
};

const keep: Act = async (scene) => {
	const reference = lately(scene, scene.memory.cases);
	if (reference !== undefined) await scene.services.disputes.keep(reference, placeIn(scene).userId);
};

/** The holder, asked by the bot, lets the purchase go to the claimant. */
const letGo: Act = async (scene) => {
	const { services, world } = scene;
	const reference = lately(scene, scene.memory.cases);
	const { hash } = scene.memory.refusals.find((it) => it.reference === reference) ?? {};
	if (reference === undefined || hash === undefined) return;
	const { states } = world.watch;
	const holder = states.since(hash, states.mark).at(-1)?.holders[0]?.userId;
	if (holder === undefined) return;
	const { mark } = states;
	const done = await services.disputes.letGo(reference, holder);
	world.schedule.note('    answered', holder, done);
	if (done !== 'moved') return;
	world.watch.endedClaim(hash, holder, mark);
	world.sometimes.note('a member lets a purchase go to its claimant');
};

export const memberActs = {
	verify,
	rush,
	launch,
	guess,
	restore,
	checkAgain,
	unlink,
	forget,
	dispute,
	withdraw,
	keep,
	letGo,
} satisfies Readonly<Record<string, Act>>;
