import { allBackEnds, type TestPlace } from '../storage/back-ends.js';
import { kills } from './kills.js';
import { crash, freeze, fullDisk, outage } from './outage.js';
import { type OwnServer, startOwnPostgres, startOwnRedis } from './own-servers.js';
import { race, raceControl, withRacers } from './race.js';
import type { Verdict } from './verdict.js';

interface Torture {
	readonly name: string;
	/** Undefined if this machine lacks something it needs. */
	run(): Promise<Verdict | undefined>;
}

/**
 * Everything that must never lose or share a claim, on every reachable back end.
 * @param worker the compiled claiming process
 * @param scale 1 for the ten-minute run of `npm run tool -- torture`
 */
export async function tortures(worker: string, scale: number): Promise<Torture[]> {
	const reachable = (await allBackEnds()).filter(({ missing }) => missing === undefined);
	const codes = Math.ceil(1_000 * scale);
	const rounds = Math.ceil(5 * scale);
	const killed = { worker, kills: Math.ceil(500 * scale), random: Math.random };
	const failing = { worker, rounds, claims: rounds * 20, failures: 3 };
	const racing = (place: TestPlace, torture: typeof race): Promise<Verdict> =>
		withRacers(place, { worker, processes: 8 }, (racers) => torture(place, racers, codes));
	const onPlaces: Readonly<Record<string, (place: TestPlace) => Promise<Verdict | undefined>>> = {
		race: (place) => racing(place, race),
		'race, get-then-set': (place) => racing(place, raceControl),
		SIGKILL: (place) => kills(place, killed),
	};
	const onFiles: typeof onPlaces = {
		'disk full': async (place) => {
			const fault = await fullDisk();
			return fault && (await outage(place.address, fault, failing));
		},
	};
	const servers = { PostgreSQL: startOwnPostgres, Redis: startOwnRedis };
	return [
		...reachable.flatMap(({ name, makePlace }) =>
			Object.entries(name === 'SQLite' ? { ...onPlaces, ...onFiles } : onPlaces).map(([what, torture]) => ({
				name: `${name}: ${what}`,
				run: () => until(makePlace, torture),
			})),
		),
		...Object.entries(servers).flatMap(([name, start]) =>
			Object.entries({ crash, frozen: freeze }).map(([what, fault]) => ({
				name: `${name}: ${what}`,
				run: () => until<OwnServer>(start, (server) => outage(server.address, fault(server), failing)),
			})),
		),
	];
}

/** Removes the place after the torture. */
async function until<Place extends { remove(): Promise<void> }>(
	open: () => Promise<Place | undefined>,
	torture: (place: Place) => Promise<Verdict | undefined>,
): Promise<Verdict | undefined> {
	const place = await open();
	return place && (await torture(place).finally(() => place.remove()));
}
