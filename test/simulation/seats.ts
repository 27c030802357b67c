import { claimPrefix } from '../claim-row.js';
import { type ClaimState, holdersOf } from '../world/claim-states.js';
import { giverOf } from '../world/seat-watch.js';
import { homeId, minuteMs, userIds } from '../world/servers.js';
import { verified } from './members.js';
import { type Act, lately, type Memory, placeIn, type Scene } from './scene.js';

// Members' acts with given seats, as `commands/purchases/seats-components.ts` calls the services.

interface Shared {
	readonly hash: string;
	readonly state: ClaimState;
}

/** A claim with several seats, mostly. */
function sharedClaim({ world, dice }: Scene): Shared | undefined {
	const { states } = world.watch;
	const all = world.store.keys(claimPrefix).flatMap((key) => {
		const hash = key.slice(claimPrefix.length);
		const state = states.since(hash, states.mark).at(-1);
		return state === undefined ? [] : [{ hash, state }];
	});
	const shared = all.filter(({ state }) => world.watch.seatsOf(state.licenseType) > 1);
	const among = shared.length > 0 && dice.chance(0.95) ? shared : all;
	return among.length === 0 ? undefined : dice.pick(among);
}

/** Mostly the holder who may give, in home. */
function giverIn(scene: Scene, state: ClaimState): { readonly guildId: string; readonly userId: string } {
	const anyone = placeIn(scene);
	const giver = giverOf(state);
	return giver === undefined || scene.dice.chance(0.15) ? anyone : { guildId: homeId, userId: giver };
}

/** Offers a seat, which the receiver mostly accepts soon. */
const giveSeat: Act = async (scene) => {
	const found = await claimSoon(scene);
	if (found === undefined) return;
	const { world, life, services, dice, memory } = scene;
	const { hash, state } = found;
	const place = giverIn(scene, state);
	const without = userIds.filter((userId) => !holdersOf(state).includes(userId));
	const to = dice.pick(without.length > 0 && dice.chance(0.9) ? without : userIds);
	const { mark } = world.watch.states;
	const answer = await services.seats.offer(place, hash, to);
	world.schedule.note('    offered', place.userId, to, answer.kind);
	if (answer.kind !== 'offered') return;
	const offers = world.watch.states.since(hash, mark).flatMap((each) => each.offers ?? []);
	const own = offers.findLast((offer) => offer.by === place.userId && offer.to === to);
	if (own === undefined) return world.watch.broken(`${to} was offered a seat, and was not: ${hash}`);
	const offer = { id: own.id, hash, to };
	memory.offers.push(offer);
	if (dice.chance(0.3)) return;
	await life.delay(dice.skewed(0, minuteMs));
	// Another member who was sent the code, at the same moment.
	const { code = '' } = world.shop.sold.find((sold) => world.keys.hash(sold.code) === hash) ?? {};
	const others = code === '' || dice.chance(0.5) ? [] : without.filter((userId) => userId !== to);
	const racing = others.map((userId) => verified(scene, code, { guildId: homeId, userId }));
	await Promise.all([...racing, pressed(scene, offer, to)]);
};

/** Waits for a code that is being verified. */
async function claimSoon(scene: Scene): Promise<Shared | undefined> {
	for (let tries = 0; tries < 3; tries += 1) {
		const found = sharedClaim(scene);
		if (found !== undefined) return found;
		await scene.life.delay(5_000);
	}
	return undefined;
}

/** Mostly by the receiver; sometimes by someone else, again, or long after it has ended. */
const acceptSeat: Act = async (scene) => {
	const { memory, dice } = scene;
	const offer = lately(scene, memory.offers);
	if (offer !== undefined) await pressed(scene, offer, dice.chance(0.9) ? offer.to : dice.pick(userIds));
};

/** One press, or two at the same time on two processes. */
async function pressed(scene: Scene, offer: Memory['offers'][number], userId: string): Promise<void> {
	const { services, lives, dice } = scene;
	const others = lives.flatMap(({ isDead, services: own }) =>
		isDead || own === undefined ? [] : [own.commands],
	);
	const presses = dice.chance(0.25) ? [services, dice.pick(others)] : [services];
	await Promise.all(presses.map((on) => accepted(scene, on, offer, userId)));
}

async function accepted(
	{ world }: Scene,
	{ seats }: Scene['services'],
	{ id, hash, to }: Memory['offers'][number],
	userId: string,
): Promise<void> {
	const { watch, sometimes, schedule } = world;
	const { mark } = watch.states;
	const answer = await seats.accept(id, { guildId: homeId, userId });
	schedule.note('    accepted', userId, answer.kind);
	if (answer.kind === 'accepted') watch.calledVerified(hash, userId, homeId, mark);
	if (answer.kind === 'accepted' && userId !== to)
		watch.broken(`${userId} accepted the seat of ${to}: ${id}`);
	if (answer.kind !== 'no-free-seat') return;
	watch.calledFull(hash, mark);
	sometimes.note('an offer is accepted too late: no seat is free');
}

/** By who gave it, or by its receiver. */
const takeBack: Act = async (scene) => {
	const found = sharedClaim(scene);
	if (found === undefined) return;
	const { world, services, dice } = scene;
	const { hash, state } = found;
	const place = giverIn(scene, state);
	const given = state.holders.flatMap(({ userId, givenBy }) => (givenBy === undefined ? [] : [userId]));
	if (given.length > 0 && dice.chance(0.3)) return await left(scene, hash, dice.pick(given));
	const receivers = [...given, ...(state.offers ?? []).map(({ to }) => to)];
	const from = dice.pick(receivers.length > 0 && dice.chance(0.9) ? receivers : userIds);
	const { mark } = world.watch.states;
	const answer = await services.seats.takeBack(place, hash, from);
	world.schedule.note('    taken back', place.userId, from, answer.kind);
	if (answer.kind === 'taken-back') world.watch.endedClaim(hash, from, mark);
};

async function left({ world, services }: Scene, hash: string, userId: string): Promise<void> {
	const { mark } = world.watch.states;
	const answer = await services.purchases.unlink({ guildId: homeId, userId }, hash);
	world.schedule.note('    left', userId, answer.kind);
	if (answer.kind === 'left-seat') world.watch.endedClaim(hash, userId, mark);
}

export const seatActs = { giveSeat, acceptSeat, takeBack } satisfies Readonly<Record<string, Act>>;
