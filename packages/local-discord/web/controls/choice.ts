/** The mark before a choice's label. */
export type ChoiceMark =
	| { readonly kind: 'emoji'; readonly text: string }
	| { readonly kind: 'user'; readonly initial: string; readonly colour: string | undefined }
	| { readonly kind: 'role'; readonly colour: string | undefined }
	| { readonly kind: 'channel'; readonly type: number };

/** One entry of a list to choose from: an option of a select, a suggestion, a member, a role or a channel. */
export interface Choice {
	/** The value to send. */
	readonly value: string;
	readonly label: string;
	readonly description?: string | undefined;
	readonly mark?: ChoiceMark | undefined;
}

/** The choices whose label or description holds every word of `query`, those that begin with it first; an id finds its own. */
export function searched(choices: readonly Choice[], query: string, locale: string): readonly Choice[] {
	const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase(locale);
	const wanted = folded(query.trim()).replace(/^[@#]/, '');
	if (wanted === '') return choices;
	const words = wanted.split(/\s+/);
	const fitting = choices.filter(({ label, description, value, mark }) => {
		// The kinds app and category are not worth naming in a choice.
		const isNamed = mark !== undefined && mark.kind !== 'emoji';
		const text = folded(isNamed ? label : `${label} ${description ?? ''}`);
		return value === wanted || words.every((word) => text.includes(word));
	});
	const isFirst = (choice: Choice) => folded(choice.label).startsWith(wanted);
	return [...fitting.filter(isFirst), ...fitting.filter((choice) => !isFirst(choice))];
}

/** The index of the first choice after `from` whose label begins with `typed`, going round; -1 where there is none. */
export function typedAhead(choices: readonly Choice[], typed: string, from: number, locale: string): number {
	const wanted = typed.toLocaleLowerCase(locale);
	const fits = ({ label }: Choice) => label.toLocaleLowerCase(locale).startsWith(wanted);
	const after = choices.findIndex((choice, at) => at > from && fits(choice));
	return after === -1 ? choices.findIndex(fits) : after;
}
