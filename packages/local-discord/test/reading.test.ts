import { ButtonStyle, ComponentType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { buttonOf, labelsOf, plainTextOf, selectsOf, textOf, titleOf } from '../src/reading.js';

const text = (content: string) => ({ type: ComponentType.TextDisplay, content });
const button = (label: string, custom_id: string, more: object = {}) => ({
	type: ComponentType.Button,
	style: ButtonStyle.Secondary,
	label,
	custom_id,
	...more,
});
const row = (...components: object[]) => ({ type: ComponentType.ActionRow, components });

const answer = {
	components: [
		{
			type: ComponentType.Container,
			accent_color: 0x2e_a0_43,
			components: [
				{
					type: ComponentType.Section,
					components: [text('✅ **Purchase verified**'), text('You now have <@&5>.')],
					accessory: {
						type: ComponentType.Thumbnail,
						media: { url: 'https://example.com/t.png' },
						description: 'Logo of Lamp',
					},
				},
				{
					type: ComponentType.Section,
					components: [text('**Lamp**\n…3a8c · until <t:1772366400:D>')],
					accessory: button('Open', 'open:1'),
				},
				{
					type: ComponentType.Section,
					components: [text('**Chair**')],
					accessory: button('Open', 'open:2'),
				},
				{
					type: ComponentType.MediaGallery,
					items: [
						{ media: { url: 'https://example.com/1.png' }, description: 'Preview picture of Lamp' },
						{ media: { url: 'https://example.com/2.png' } },
					],
				},
				row(
					{ type: ComponentType.Button, style: ButtonStyle.Link, label: 'Docs', url: 'https://example.com' },
					button('Search', 'search', { emoji: { name: '🔎' } }),
					button('Next', 'next', { disabled: true }),
				),
				row({
					type: ComponentType.RoleSelect,
					custom_id: 'roles',
					default_values: [{ id: '5', type: 'role' }],
				}),
			],
		},
	],
};

describe('a message of components', () => {
	test('is read from its top, as written or as read', () => {
		const nameOf = () => 'Buyer';
		expect(titleOf(answer)).toBe('✅ Purchase verified');
		expect(textOf(answer).split('\n')).toEqual([
			'✅ **Purchase verified**',
			'You now have <@&5>.',
			'**Lamp**',
			'…3a8c · until <t:1772366400:D>',
			'**Chair**',
		]);
		expect(plainTextOf(answer, { nameOf })).toContain(
			'You now have @Buyer.\nLamp\n…3a8c · until 1 March 2026',
		);
	});

	test('has its buttons wherever they stand', () => {
		expect(labelsOf(answer)).toEqual(['Open', 'Open', 'Docs', '🔎 Search', 'Next']);
		expect(buttonOf(answer, 'Open').customId).toBe('open:1');
		expect(buttonOf(answer, 'Open', 1).customId).toBe('open:2');
		expect(buttonOf(answer, 'Search').customId).toBe('search');
		expect(selectsOf(answer)).toMatchObject([{ customId: 'roles', chosen: ['5'] }]);
	});

	test('says what there is where a button is missing, switched off or a link', () => {
		for (const label of ['Unlink', 'Next', 'Docs']) {
			expect(() => buttonOf(answer, label)).toThrow(/There are: Open, Open, Docs/);
		}
	});
});
