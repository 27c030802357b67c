import { deriveClaimKeys } from '../../src/claims/claim-keys.js';
import { currentFormat } from '../../src/claims/format.js';
import { claimsIn, parseRecord } from '../../src/claims/record.js';
import { claimPrefix, formatKey, secretKey } from '../../src/claims/store-keys.js';
import { managedRoles, wantedRoles } from '../../src/roles/role-plan.js';
import { Life, type World } from './life.js';
import { act, purchases, type Scene } from './people.js';
import { Schedule } from './schedule.js';
import { SimulatedDiscord } from './simulated-discord.js';
import { SimulatedStore } from './simulated-store.js';

/** What is simulated: everything else follows from it. */
export interface Run {
	readonly seed: number;
	/** Processes on one token. */
	readonly processes: 1 | 2 | 3;
	readonly crashes: boolean;
}

/** The command that shows a run again, with all that happens. */
export function replayOf({ seed, processes, crashes }: Run): string {
	const options = `--seeds 1 --seed ${seed} --processes ${processes}${crashes ? ' --crashes' : ''}`;
	return `npm run simulate -- ${options} --trace`;
}

const startsAt = Date.UTC(2026, 10, 2, 12);
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const sweepMs = 5 * minuteMs;
/** Until every refusal no longer counts, with the sweeps that find it out. */
const longestQuietMs = 8 * hourMs;

const storeWeather = { slowest: 2_000, lost: 0.03, late: 0.01, patience: 6_000 };
const discordWeather = { slowest: 6_000, lost: 0.05, late: 0.03, patience: 8_000 };

/** Lets a seed's schedule happen and gives what is wrong at its end: nothing, if all is well. */
export async function simulate(
	{ seed, processes, crashes }: Run,
	trace?: (line: string) => void,
): Promise<string[]> {
	const schedule = new Schedule(seed, startsAt, trace);
	const { scene, world } = build(schedule);
	const lives = Array.from({ length: processes }, () => new Life(world));
	world.store.weather = schedule.chance(0.7) ? storeWeather : undefined;
	world.discord.weather = schedule.chance(0.9) ? discordWeather : undefined;
	world.crashes = crashes ? 0.004 : 0;

	const acts = 10 + Math.floor(schedule.random() * 30);
	for (let count = 0; count < acts; count += 1) {
		act(lives[Math.floor(schedule.random() * processes)] ?? new Life(world), scene);
		// Mostly while the one before is under way, sometimes long after.
		const pause = schedule.chance(0.05) ? schedule.skewed(minuteMs, hourMs) : schedule.skewed(0, 8_000);
		await schedule.run(schedule.time + pause);
		restart(world, lives, 0.3);
	}

	schedule.note('the faults end');
	world.store.weather = undefined;
	world.discord.weather = undefined;
	world.crashes = 0;
	for (const [guildId, guild] of world.discord.guilds) {
		for (const roleId of [...guild.outOfReach]) world.discord.move(guildId, roleId, false);
	}
	restart(world, lives, 1);
	return await settle(scene);
}

function build(schedule: Schedule): { world: World; scene: Scene } {
	const guildIds = ['900000000000000001', '900000000000000002'];
	const userIds = ['900000000000000011', '900000000000000012', '900000000000000013'];
	let drawn = 0;
	const nonce = (bytes: number): Buffer => {
		drawn += 1;
		return Buffer.alloc(bytes, drawn);
	};
	const store = new SimulatedStore(schedule);
	const keys = deriveClaimKeys('the secret of a simulated store', nonce);
	store.rows.set(formatKey, JSON.stringify({ format: currentFormat }));
	store.rows.set(secretKey, JSON.stringify({ v: 1, check: keys.check }));
	const world: World = {
		schedule,
		store,
		discord: new SimulatedDiscord(schedule, guildIds, userIds),
		keys,
		rules: {
			buyerRoleId: 'buyer',
			itemRoles: { '0': 'item' },
			categoryRoles: {},
			licenceRoles: {},
			supportedRoleId: 'supported',
		},
		homeId: '900000000000000001',
		policy: { unlinking: { kind: 'after-days', days: 0 }, seats: { team: 2 } },
		crashes: 0,
	};
	const scene = {
		world,
		guildIds,
		userIds,
		purchases: purchases(3, startsAt, schedule.random),
	};
	return { world, scene };
}

/** Processes that were killed come again, some soon and some late. */
function restart(world: World, lives: Life[], probability: number): void {
	for (const [index, life] of lives.entries()) {
		if (life.isDead && world.schedule.chance(probability)) lives[index] = new Life(world);
	}
}

/** Lets the sweeps work until nothing is wrong any more, and gives what is wrong at the end. */
async function settle(scene: Scene): Promise<string[]> {
	const { schedule } = scene.world;
	const latest = schedule.time + longestQuietMs;
	// What was sent before the faults ended still arrives, and what was found out of line is looked at once more.
	await schedule.run(schedule.time + minuteMs + 2 * sweepMs);
	for (;;) {
		await schedule.run(schedule.time + sweepMs);
		const wrong = judge(scene);
		if (wrong.length === 0 || schedule.time > latest) return wrong;
	}
}

function waiting(store: SimulatedStore): string[] {
	return [...store.rows.keys()].filter((key) => key.startsWith('grant:'));
}

function judge({ world, purchases }: Scene): string[] {
	const { store, discord, rules, schedule, keys } = world;
	const wrong = waiting(store).map((key) => `waits for ever: ${key}`);
	const records = [...store.rows.keys()]
		.filter((key) => key.startsWith(claimPrefix))
		.flatMap((key) => {
			const hash = key.slice(claimPrefix.length);
			const record = parseRecord(hash, store.read(key));
			return record === undefined ? [] : [{ hash, record }];
		});
	for (const { hash, record } of records) {
		const seats = world.policy.seats[record.licenseType] ?? 1;
		if (record.holders.length > seats) wrong.push(`${record.holders.length} holders of ${hash}`);
		const purchase = purchases.find(({ code }) => keys.hash(code) === hash);
		if (record.status === 'revoked' && !purchase?.wasEverRefunded)
			wrong.push(`revoked in an outage: ${hash}`);
	}
	const claims = records.flatMap(({ hash, record }) => claimsIn(hash, record));
	for (const [guildId, { members }] of discord.guilds) {
		for (const [userId, held] of members) {
			const own = claims.filter((claim) => claim.holderId === userId && claim.guildIds.includes(guildId));
			const wanted = [...wantedRoles(own, rules, schedule.now())].sort().join(' ');
			const has = [...managedRoles(rules)]
				.filter((role) => held.has(role))
				.sort()
				.join(' ');
			if (has !== wanted) wrong.push(`${userId} in ${guildId} has [${has}] and should have [${wanted}]`);
		}
		const refusals = discord.refusals.get(guildId) ?? [];
		const most = Math.max(
			0,
			...refusals.map((at) => refusals.filter((it) => it >= at && it < at + 6 * hourMs).length),
		);
		if (most > 10) wrong.push(`${most} refusals within 6 h in ${guildId}`);
	}
	return wrong;
}
