import type { EndpointName } from './api.js';

/** Every way in which the local marketplace can go wrong. */
export const faultKinds = [
	/** A JSON error of the server's own. */
	'500',
	/** A proxy's page. */
	'502-html',
	/** A page where JSON is due. */
	'200-html',
	'empty',
	/** The connection is cut in the middle of a good answer. */
	'truncated',
	/** Claims success, and holds something else than the contract says. */
	'wrong-shape',
	'array',
	/** The connection is reset before anything is answered. */
	'reset',
	'429',
	'redirect',
	/** No answer, and the connection stays open. */
	'hang',
	/** A good answer, a byte at a time, that takes hours. */
	'dribble',
	/** 200 MB of white space. */
	'huge',
	'401',
	/** A web server that has nothing here. */
	'404',
	/** Switched off for maintenance, as two kinds of servers say it. */
	'maintenance-404',
	'maintenance-503',
	/** Answers as if the thing asked for did not exist, though the key is good: an outage that looks like refunds. */
	'denies',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** A fault, or that much more time before the answer. */
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

/** The faults that are switched on. Delays add up; of the others the first fitting one counts. */
export class Faults {
	#planned: PlannedFault[] = [];
	readonly #changed: (on: readonly string[]) => void;

	/** `changed` receives the active faults, each time that a person changes them. */
	constructor(changed: (on: readonly string[]) => void = () => {}) {
		this.#changed = changed;
	}

	/**
	 * Switches a fault on at an endpoint, or at all (`*`): for the next `times` requests, or until it is cleared.
	 * The returned function switches it off.
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

	/** Switches all faults off, or those that were switched on for one endpoint. */
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

	/** The faults for this request, which is counted. */
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
