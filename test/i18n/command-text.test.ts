import { Locale } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { slashPayloads } from '../../commands/registry.js';
import { languageOf } from '../../src/i18n/languages.js';
import { commandRefusals } from '../ui/refusals.js';

interface Named {
	readonly name: string;
	readonly description?: string;
	readonly name_localizations?: Readonly<Record<string, string | null>> | null;
	readonly description_localizations?: Readonly<Record<string, string | null>> | null;
	readonly options?: readonly Named[];
	readonly choices?: readonly Named[];
}

const spoken = Object.values(Locale).filter((locale) => languageOf(locale) !== 'en');
const payloads: readonly Named[] = slashPayloads;

const withParts = (part: Named): readonly Named[] => [part, ...(part.options ?? []).flatMap(withParts)];
const allParts = payloads.flatMap(withParts);
const nameIn = (locale: string, { name, name_localizations }: Named) => name_localizations?.[locale] ?? name;

describe('command texts for Discord', () => {
	it.each(slashPayloads)('are accepted by Discord for /$name', (payload) => {
		expect(commandRefusals(payload)).toEqual([]);
	});

	it('have names and descriptions in each of Discord’s locales whose language the bot speaks, and no other', () => {
		expect(spoken).toHaveLength(11);
		const localesOf = (texts: (part: Named) => Named['name_localizations']) =>
			[...new Set(allParts.flatMap((part) => Object.keys(texts(part) ?? {})))].sort();
		expect(localesOf((part) => part.name_localizations)).toEqual([...spoken].sort());
		expect(localesOf((part) => part.description_localizations)).toEqual([...spoken].sort());
	});

	it('have only the English name for staff commands, which is the one that manuals and mentions use', () => {
		const staffs = slashPayloads.filter((payload) => 'default_member_permissions' in payload);
		expect(staffs.map(({ name }) => name).sort()).toEqual(
			['account', 'doctor', 'panel', 'setup', 'stats', 'whois'].sort(),
		);
		for (const part of staffs.flatMap(withParts)) expect(part.name_localizations).toEqual({});
	});

	it('leave out texts that equal the default, since Discord ignores them and every comparison would find them missing', () => {
		for (const part of allParts) {
			expect(Object.values(part.name_localizations ?? {})).not.toContain(part.name);
			expect(Object.values(part.description_localizations ?? {})).not.toContain(part.description);
		}
	});

	it('have descriptions of at most 100 characters, and a unique name for each command', () => {
		for (const locale of spoken) {
			const long = allParts.map((part) => part.description_localizations?.[locale] ?? part.description ?? '');
			expect(long.filter((description) => description.length < 1 || description.length > 100)).toEqual([]);
			expect(new Set(payloads.map((part) => nameIn(locale, part))).size).toBe(payloads.length);
		}
	});
});
