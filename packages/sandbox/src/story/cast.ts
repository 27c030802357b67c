import type { Person } from '@claimcheck/local-discord/person';
import type { APIMessage } from 'discord-api-types/v10';
import type { Stage } from '../stage.js';

/** Items of the local marketplace that the people of the story have bought. */
const bought = { maya: 20114, lena: 20157, ben: 20203 } as const;

/** Who is in the story, and what later chapters need from earlier ones. */
export interface Cast {
	readonly maya: Person;
	readonly tom: Person;
	readonly iris: Person;
	readonly lena: Person;
	readonly ben: Person;
	readonly mayasCode: string;
	readonly lenasCode: string;
	readonly bensCode: string;
	/** The page of items that Iris has open. */
	openPage: APIMessage | undefined;
}

/** Lets the people in and gives the buyers their codes. */
export function castOf(stage: Stage, buy: (itemId: number) => string): Cast {
	return {
		maya: stage.people.buyer,
		tom: stage.people.friend,
		iris: stage.people.moderator,
		lena: stage.newPerson('Lena'),
		ben: stage.newPerson('Ben'),
		mayasCode: buy(bought.maya),
		lenasCode: buy(bought.lena),
		bensCode: buy(bought.ben),
		openPage: undefined,
	};
}
