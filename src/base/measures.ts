// Interfaces for metrics, so that other rooms don't depend on the metrics library.

export interface Counts<Label extends string> {
	inc(labels: Readonly<Record<Label, string>>): void;
}

export interface Durations {
	observe(ms: number): void;
}

/** The operations that are timed. */
export type Timed = 'acknowledgement' | 'answer' | 'shop' | 'discord' | 'store';

/** The measurements that rooms record. No label ever holds a member, a code or anything else unbounded. */
export interface Measures {
	readonly dependencyErrors: Counts<'dependency'>;
	/** `name`: a command or a kind of component; `result`: how it ended. */
	readonly interactions: Counts<'name' | 'result'>;
	/** Gateway messages that could not be used, by the event's name. */
	readonly unreadableEvents: Counts<'event'>;
	readonly verifications: Counts<'outcome'>;
	/** Role syncs, by the kind of result. */
	readonly grants: Counts<'result'>;
	/** Refund checks, by the shop's answer; `skipped`: not possible for a reason specific to the purchase. */
	readonly rechecks: Counts<'result'>;
	readonly durations: Readonly<Record<Timed, Durations>>;
	/** The workload of refund checks, counted at the start of a round. */
	recheckLoad(
		load: Readonly<Record<'purchases' | 'due' | 'overdue' | 'neededADay' | 'possibleADay', number>>,
	): void;
}

const nothing = { inc() {}, observe() {} };

/** For a bot whose health port is off, where metrics can't be read. */
export const noMeasures: Measures = {
	dependencyErrors: nothing,
	interactions: nothing,
	unreadableEvents: nothing,
	verifications: nothing,
	grants: nothing,
	rechecks: nothing,
	durations: { acknowledgement: nothing, answer: nothing, shop: nothing, discord: nothing, store: nothing },
	recheckLoad() {},
};
