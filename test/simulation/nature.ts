import { dayMs, guildIds, hourMs, minuteMs, roles, userIds } from '../world/servers.js';
import { type Act, placeIn, purchaseIn, type Scene } from './scene.js';

// Events that are not requests to the bot: in the shop, in Discord, on machines and their clocks.

const someRole = ({ dice }: Scene): string =>
	dice.pick([roles.buyer, roles.buyer, roles.item, roles.supported]);

const moveRole: Act = async (scene) => {
	const { world, dice } = scene;
	world.discord.move(dice.pick(guildIds), someRole(scene), dice.chance(0.6));
};

const forbid: Act = async (scene) => {
	const { world, dice } = scene;
	world.discord.forbid(dice.pick(guildIds), someRole(scene), dice.chance(0.7));
};

const empower: Act = async (scene) => {
	const { world, dice } = scene;
	world.discord.empower(dice.pick(guildIds), someRole(scene), dice.chance(0.6));
};

const takeByHand: Act = async (scene) => {
	const { guildId, userId } = placeIn(scene);
	const held = scene.world.discord.guilds.get(guildId)?.members.get(userId)?.roleIds;
	if (held === undefined || held.size === 0) return;
	scene.world.schedule.note('    taken by hand', userId);
	held.delete(scene.dice.pick([...held]));
	scene.world.discord.takenByHand.add(`${guildId} ${userId}`);
};

const leaveOrComeBack: Act = async (scene) => {
	const { world, lives } = scene;
	const { guildId, userId } = placeIn(scene);
	if (!world.discord.isMember(guildId, userId)) {
		world.discord.comeBack(guildId, userId);
		return;
	}
	if (lives.some(({ inFlight }) => inFlight.has(`role ${guildId} ${userId}`)))
		world.sometimes.note('a member leaves between the claim and the role');
	world.discord.leave(guildId, userId);
};

const closeMessages: Act = async ({ world, dice }) => {
	const userId = dice.pick(userIds);
	if (dice.chance(0.5)) world.messages.closed.add(userId);
	else world.messages.closed.delete(userId);
};

const shop: Act = async ({ world, dice }) => {
	world.shop.state = dice.weighted({ up: 2, down: 1, silent: 1, busy: 1, 'other-key': 1 });
	world.schedule.note('    the shop is', world.shop.state);
};

const refund: Act = async (scene) => {
	const sold = purchaseIn(scene);
	sold.isRefunded = scene.dice.chance(0.7);
	scene.world.schedule.note('    refunded', `${sold.itemId}`, String(sold.isRefunded));
};

/** All purchases are refunded, as after an outage or a fraud. */
const refundAll: Act = async ({ world }) => {
	for (const sold of world.shop.sold) sold.isRefunded = true;
	world.schedule.note('    all are refunded');
};

const renew: Act = async (scene) => {
	const { world, dice } = scene;
	const from = dice.pick([0, 0, 3, 14]) * dayMs;
	purchaseIn(scene).supportedUntil = Math.floor(world.schedule.time + from + dice.random() * 5 * dayMs);
};

type Release = 'version' | 'item' | 'hide' | 'show' | 'half' | 'alternate';
const releases: Readonly<Record<Release, number>> = {
	version: 5,
	item: 2,
	hide: 1,
	show: 2,
	half: 1,
	alternate: 0.7,
};

/** The author changes an item, or the shop changes its list in another way. */
const release: Act = async ({ world, dice }) => {
	const { shelf } = world.shop;
	const ids = [...shelf.versions.keys()];
	const id = dice.pick(ids);
	const what = dice.weighted(releases);
	world.schedule.note('    in the shop', what, `${id}`);
	if (what === 'version') shelf.versions.set(id, (shelf.versions.get(id) ?? 0) + 1);
	if (what === 'item') shelf.versions.set(100 + ids.length, 1);
	// At most one is missing: a list that lacks more counts as partial.
	if (what === 'hide' && shelf.hidden.size === 0) shelf.hidden.add(id);
	if (what === 'show') shelf.hidden.clear();
	if (what === 'half') shelf.isHalf = dice.chance(0.6);
	if (what === 'alternate') shelf.isAlternating = dice.chance(0.6);
};

/** Discord stops letting the bot message new people, or allows it again. */
const tooFast: Act = async ({ world, dice }) => {
	world.messages.isTooFast = dice.chance(0.5);
};

/** How far wrong clocks are ahead. Small errors are not noticed. */
export const clockErrors = [
	0,
	0,
	0,
	0,
	55_000,
	-55_000,
	-20 * minuteMs,
	20 * minuteMs,
	-3 * dayMs,
	3 * dayMs,
];

/** A process's clock is set, by an operator or by a virtual machine that was asleep. */
const setClock: Act = async ({ world, life, dice }) => {
	if (!world.climate.hasWrongClocks) return;
	const before = life.ahead;
	life.ahead = dice.pick(clockErrors);
	world.schedule.note('    clock', life.name, `${life.ahead}`);
	if (life.ahead - before >= dayMs) world.sometimes.note('a clock jumps forward by days');
	if (before - life.ahead >= dayMs) world.sometimes.note('a clock is set back by days');
};

const freeze: Act = async ({ world, life, dice }) => {
	if (!world.climate.hasFreezes || life.running !== undefined) return;
	const ms = dice.skewed(500, 10 * minuteMs);
	world.schedule.note('    frozen', life.name, `${Math.round(ms)} ms`);
	if (life.inFlight.size > 0)
		world.sometimes.note('a process is frozen with a call under way, and goes on later');
	life.running = world.schedule.sleep(ms).then(() => {
		life.running = undefined;
	});
};

/** A process is replaced by a new one, as in a deployment. */
const stop: Act = async ({ world, life }) => {
	if ([...life.inFlight].some((what) => what.startsWith('verify of')))
		world.sometimes.note('a process is stopped in peace with a verification under way');
	world.schedule.note('    stops', life.name);
	await life.stop();
};

/** The machine is off. */
const night: Act = async ({ world, lives, dice }) => {
	for (const life of lives) life.die('off');
	const ms = dice.pick([hourMs, dayMs + hourMs, dayMs + hourMs, 2 * dayMs + hourMs, 4 * dayMs]);
	world.schedule.note('    off for', `${ms / hourMs} h`);
	if (ms > dayMs) world.sometimes.note('nobody is there for more than a day');
	world.schedule.jump(ms);
};

/** Some hours pass without any act. */
const afternoon: Act = async () => {};

export const natureActs = {
	moveRole,
	forbid,
	empower,
	takeByHand,
	leaveOrComeBack,
	closeMessages,
	shop,
	refund,
	refundAll,
	renew,
	release,
	tooFast,
	setClock,
	freeze,
	stop,
	night,
	afternoon,
} satisfies Readonly<Record<string, Act>>;
