import { noMeasures } from '../../src/base/measures.js';
import { createRest, type RestFloor } from '../../src/discord/connection/discord-http.js';
import { allUp } from '../operate/all-up.js';
import { floor, type Given } from '../world/floor.js';

/** A REST client with only the observers that a test passes. */
export function quietRest(given: Given<RestFloor>) {
	const nothing = () => {};
	return createRest(
		floor<RestFloor>({
			refusedRequests: { note: nothing },
			onTokenRefused: nothing,
			states: allUp,
			metrics: noMeasures,
			random: () => 0.5,
			...given,
			clock: { note: nothing, ...given.clock },
		}),
	);
}
