import type { EndpointName } from './api.js';

/** Every way in which the local marketplace can go wrong. */
export const faultKinds = [
	/** A JSON error from the server itself. */
	'500',
	/** A proxy's page. */
	'502-html',
	/** A page instead of JSON. */
	'200-html',
	'empty',
	/** The connection is cut in the middle of a good response. */
	'truncated',
	/** Claims success, but contains something other than what the contract says. */
	'wrong-shape',
	'array',
	/** The connection is reset before any response. */
	'reset',
	'429',
	'redirect',
	/** There is no response, and the connection stays open. */
	'hang',
	/** A good response, one byte at a time, which takes hours. */
	'dribble',
	/** 200 MB of white space. */
	'huge',
	'401',
	/** A web server that has nothing here. */
	'404',
	/** Down for maintenance, as two kinds of servers report it. */
	'maintenance-404',
	'maintenance-503',
	/** Responds as if nothing existed, although the key is valid: an outage that looks like refunds. */
	'denies',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A fault, or a delay before the response. */
export type Fault = FaultKind | { readonly kind: 'delay'; readonly ms: number };

interface PlannedFault {
	readonly endpoint: EndpointName | '*';
	readonly fault: Fault;
	remaining: number;
}

export interface FaultsOfRequest {
	readonly delayMs: number;
	readonly kind: FaultKind | undefined;
}

/** The active faults. Delays add up; of the others, the first matching one counts. */
export class Faults {
	#planned: PlannedFault[] = [];
	readonly #changed: (on: readonly string[]) => void;

	/** `changed` receives the active faults whenever a person changes them. */
	constructor(changed: (on: readonly string[]) => void = () => {}) {
		this.#changed = changed;
	}

	/**
	 * Enables a fault at an endpoint, or everywhere (`*`): for the next `times` requests, or until it is cleared. The
	 * returned function disables it.
	 */
	add(endpoint: EndpointName | '*', fault: Fault, times = Number.POSITIVE_INFINITY): () => void {
		const planned: PlannedFault = { endpoint, fault, remaining: times };
		this.#planned.push(planned);
		this.#changed(this.list());
		return () => {
			this.#planned = this.#planned.filter((other) => other !== planned);
			this.#changed(this.list());
		};
	}

	/** Disables all faults, or those that were enabled for one endpoint. */
	clear(endpoint?: EndpointName | '*'): void {
		this.#planned =
			endpoint === undefined ? [] : this.#planned.filter((planned) => planned.endpoint !== endpoint);
		this.#changed(this.list());
	}

	/** The active faults as text for people. */
	list(): string[] {
		return this.#planned.map(({ endpoint, fault }) => {
			const what = typeof fault === 'string' ? fault : `${fault.ms} ms later`;
			return endpoint === '*' ? what : `${endpoint}: ${what}`;
		});
	}

	/** The fault at all endpoints; undefined if there is none. */
	get everywhere(): FaultKind | undefined {
		const kinds = this.#planned.flatMap(({ endpoint, fault }) => (endpoint === '*' ? fault : []));
		return kinds.find((fault) => typeof fault === 'string');
	}

	/** Returns the faults for this request, and counts it. */
	take(endpoint: EndpointName): FaultsOfRequest {
		let delayMs = 0;
		let kind: FaultKind | undefined;
		for (const planned of this.#planned) {
			if (planned.endpoint !== '*' && planned.endpoint !== endpoint) continue;
			if (typeof planned.fault !== 'string') delayMs += planned.fault.ms;
			else if (kind === undefined) kind = planned.fault;
			else continue;
			planned.remaining -= 1;
		}
		this.#planned = this.#planned.filter(({ remaining }) => remaining > 0);
		return { delayMs, kind };
	}
}
