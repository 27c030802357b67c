import { scrubCodes } from '../../claims/scrub-codes.js';
import { periodOf, type RuleSubject } from '../../guilds/rule-subject.js';
import type { Translator } from '../../i18n/translator.js';
import { oneLine } from './text.js';

/** The name of an item in memory; undefined if it isn't. */
export type ItemNames = (id: number) => string | undefined;

const dayMs = 86_400_000;

/** The subject of a role in one line, plain: a name as the shop wrote it, or a period. */
export function subjectName(t: Translator, { kind, key }: RuleSubject, names: ItemNames): string {
	if (kind === 'item') return names(Number(key)) ?? t('item.unnamed', { id: key });
	return kind === 'date' ? periodText(t, key) : oneLine(scrubCodes(key)) || '–';
}

/** Whole days in UTC, the last one included. */
function periodText(t: Translator, key: string): string {
	const { from, until } = periodOf(key);
	const first = from === undefined ? '' : isoDay(from);
	const last = until === undefined ? '' : isoDay(until - dayMs);
	const which = first === '' ? 'until' : last === '' ? 'from' : 'between';
	return t('setup.rules.period', { which, from: first, until: last });
}

/** A day in UTC, such as 2026-01-31. */
export function isoDay(at: number): string {
	return new Date(at).toISOString().slice(0, 10);
}
