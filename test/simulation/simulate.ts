import { Dice } from '../world/dice.js';
import { harmless, isOutOfReach } from '../world/guild.js';
import { Life } from '../world/life.js';
import { hourMs, minuteMs } from '../world/servers.js';
import { type ActName, acts, natural, possible, storyOf, tunedWeights } from './acts.js';
import { judge } from './judge.js';
import { clockErrors } from './nature.js';
import { type Act, asked, isExpected, type Memory } from './scene.js';
import { type Run, SimulatedWorld } from './simulated-world.js';

export interface Outcome {
	/** The faults: empty if all is well. */
	readonly faults: readonly string[];
	readonly world: SimulatedWorld;
	readonly acts: number;
}

const storeWeather = { slowest: 2_000, lost: 0.03, late: 0.01, patience: 6_000 };
const discordWeather = { slowest: 6_000, lost: 0.05, late: 0.03, patience: 8_000 };
const shopWeather = { slowest: 2_000, lost: 0.05, late: 0.02, patience: 2_500 };
const crashes = 0.004;

const sweepMs = 5 * minuteMs;
/** Long enough for every refusal to expire, and for the sweeps that detect this. */
const maxQuietMs = 8 * hourMs;

export async function simulate(
	{ seed, clocks, without = [] }: Run,
	trace?: (line: string) => void,
): Promise<Outcome> {
	const world = new SimulatedWorld({ seed, clocks }, trace);
	const { schedule } = world;
	const dice = new Dice(seed, 2);
	const house = new House(world);
	await house.fill();
	await schedule.run(schedule.time + 500);
	beginFaults(world, dice);
	const memory: Memory = {
		refusals: [],
		cases: [],
		changes: [],
		forgotten: new Set(),
	};
	const tuned = tunedWeights(dice);
	const story = storyOf(dice);
	const count = story.length + 6 + dice.below(14);
	for (let number = 0; number < count; number += 1) {
		// Each act has separate dice, so leaving one out doesn't change the others.
		const own = new Dice(seed, 1_000 + number);
		const name = possible(story[number] ?? own.weighted(tuned), memory);
		if (!without.includes(number)) house.act(number, name, memory, own);
		if (name === 'night') await house.fill();
		const pause = pauseAfter(name, own);
		await schedule.run(schedule.time + pause);
		await house.fill(0.5);
	}
	endFaults(world);
	house.areClocksRight = true;
	// Earlier packets still arrive.
	await schedule.run(schedule.time + minuteMs);
	// Continues with the processes and their memory, or with a single one that starts fresh.
	const isRestarted = dice.chance(0.5);
	for (const life of house.lives) {
		life.ahead = 0;
		if (isRestarted) life.die('replaced');
	}
	if (isRestarted) house.size = 1;
	await house.fill();
	const faults = [...(await settle(world, house)), ...world.watch.faults];
	for (const life of house.lives) life.die('over');
	return { faults, world, acts: count };
}

/** Usually the next act comes while the previous one is in flight, sometimes long after. */
function pauseAfter(name: ActName, dice: Dice): number {
	if (name === 'afternoon') return (3 + 3 * dice.random()) * hourMs;
	// Long enough for a check of all purchases.
	if (name === 'night' && dice.chance(0.7)) return hourMs * (1.1 + dice.random() / 2);
	return dice.chance(0.03) ? dice.skewed(minuteMs, hourMs) : dice.skewed(0, 8_000);
}

function beginFaults(world: SimulatedWorld, dice: Dice): void {
	world.store.conditions = dice.chance(0.7) ? storeWeather : 'fair';
	world.discord.conditions = dice.chance(0.8) ? discordWeather : 'fair';
	world.discord.lostEvents = dice.chance(0.5) ? 0.3 : 0;
	world.shop.conditions = dice.chance(0.5) ? shopWeather : 'fair';
	world.crashes = world.climate.hasCrashes ? crashes : 0;
}

function endFaults(world: SimulatedWorld): void {
	world.schedule.note('the faults end');
	world.store.conditions = 'instant';
	world.discord.conditions = 'instant';
	world.discord.lostEvents = 0;
	world.shop.conditions = 'instant';
	world.shop.state = 'up';
	world.shop.shelf.isHalf = false;
	world.shop.shelf.isAlternating = false;
	world.messages.isTooFast = false;
	world.crashes = 0;
	for (const { id, roles, forbidden } of world.discord.guilds.values()) {
		for (const role of roles.values()) if (isOutOfReach(role)) world.discord.move(id, role.id, false);
		for (const roleId of [...forbidden]) world.discord.forbid(id, roleId, false);
		for (const role of roles.values())
			if (role.permissions !== harmless) world.discord.empower(id, role.id, false);
	}
}

/** The processes, and their replacements. */
class House {
	readonly lives: Life[] = [];
	readonly #world: SimulatedWorld;
	/** The intended number of processes. */
	size: number;
	areClocksRight = false;
	#born = 0;

	constructor(world: SimulatedWorld) {
		this.#world = world;
		this.size = world.climate.processes;
	}

	/** Starts missing processes, each with this probability. */
	async fill(probability = 1): Promise<void> {
		const { schedule } = this.#world;
		for (let index = 0; index < this.size; index += 1) {
			const life = this.lives[index];
			if (life !== undefined && !life.isDead) continue;
			if (probability < 1 && !schedule.dice.chance(probability)) continue;
			this.lives[index] = this.#start();
		}
	}

	/** A person sends a request to one of the processes; without a process, there is no reply. */
	act(number: number, name: ActName, memory: Memory, dice: Dice): void {
		const ready = this.lives.filter(({ isDead, isStopping, services }) => !isDead && !isStopping && services);
		const isNatural = natural.has(name);
		const life = ready.length > 0 ? dice.pick(ready) : isNatural ? this.lives[0] : undefined;
		const world = this.#world;
		world.schedule.note(`#${number} ${name}`, life?.name ?? 'to nobody');
		const services = life?.services?.commands;
		if (life === undefined || services === undefined) return;
		const scene = { world, life, lives: this.lives, services, memory, dice };
		void asked(scene, name, () => (acts[name] as Act)(scene));
	}

	#start(): Life {
		this.#born += 1;
		const world = this.#world;
		const isWrong = world.climate.hasWrongClocks && !this.areClocksRight;
		const ahead = isWrong ? world.schedule.dice.pick(clockErrors) : 0;
		const life = new Life(world, `process ${this.#born}`, { ahead });
		world.schedule.note('starts', life.name);
		life.start().catch((error: unknown) => {
			life.die(`could not start: ${String(error)}`);
			if (isExpected(error)) world.sometimes.note('a process can not start since the store does not answer');
			else if (!(error instanceof Error && error.message === 'The key is refused'))
				world.watch.broken(`a process could not start: ${String(error)}`);
		});
		return life;
	}
}

/** Lets the sweeps work until nothing is wrong anymore, and returns the remaining faults. */
async function settle(world: SimulatedWorld, house: House): Promise<string[]> {
	const { schedule } = world;
	// Drift that was found is checked again.
	await schedule.run(schedule.time + 2 * sweepMs);
	const quiet = async (latest: number): Promise<string[]> => {
		for (;;) {
			await schedule.run(schedule.time + sweepMs);
			await house.fill();
			const wrong = judge(world);
			if (wrong.length === 0 || schedule.time > latest) return wrong;
		}
	};
	return await quiet(schedule.time + maxQuietMs);
}

/** The command that reproduces a run with all its events. */
export function replayOf({ seed, clocks, without = [] }: Run): string {
	const off = clocks === undefined ? '' : ` --clocks ${clocks}`;
	const left = without.length === 0 ? '' : ` --without ${without.join(',')}`;
	return `npm run simulate -- --seed ${seed}${off}${left}`;
}
