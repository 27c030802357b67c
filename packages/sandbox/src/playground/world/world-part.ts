import type { PageServer } from '@claimcheck/local-discord/page/page-server';
import type { Stage } from '../../stage.js';
import type { WorldActs } from './world-state.js';

export interface WorldOptions {
	readonly stage: Stage;
	/** The page that shows the world; undefined until it exists. */
	readonly page: () => PageServer | undefined;
}

/** The acts whose names begin with `Prefix-`, each as a handler of its arguments. */
export type ActsOf<Prefix extends string> = {
	readonly [Name in keyof WorldActs as Name extends `${Prefix}-${string}` ? Name : never]: (
		args: WorldActs[Name],
	) => unknown;
};

/** A part of the world that the page shows and can change. */
export abstract class WorldPart {
	/** The part's name in the page's state. */
	abstract readonly name: string;
	protected readonly stage: Stage;
	protected readonly page: WorldOptions['page'];
	/** Called when the world is closed. */
	protected readonly endings: (() => void)[] = [];

	constructor({ stage, page }: WorldOptions) {
		this.stage = stage;
		this.page = page;
	}

	/** The current state. */
	abstract state(): unknown;

	notify(): void {
		this.page()?.setPart(this.name, this.state());
	}

	close(): void {
		for (const end of this.endings) end();
	}

	protected get isWatched(): boolean {
		return (this.page()?.viewerCount ?? 0) > 0;
	}
}

/** Calls `act` once after a burst of calls, `ms` milliseconds later: 0 is the end of this turn. */
export function settled(act: () => void, ms = 0): (() => void) & { cancel(): void } {
	let timer: NodeJS.Timeout | undefined;
	const call = () => {
		timer ??= setTimeout(() => {
			timer = undefined;
			act();
		}, ms);
	};
	return Object.assign(call, {
		cancel: () => {
			clearTimeout(timer);
			timer = undefined;
		},
	});
}
