import { ButtonStyle, ComponentType, MessageFlags } from 'discord.js';

/** A message with most of what Components V2 has, its words different for each number. */
export function richMessage(number: number) {
	const text = (content: string) => ({ type: ComponentType.TextDisplay as const, content });
	const separator = { type: ComponentType.Separator as const };
	const seconds = 1_780_000_000 + number * 3_600;
	return {
		flags: MessageFlags.IsComponentsV2 as const,
		allowedMentions: { parse: [] },
		components: [
			{
				type: ComponentType.Container as const,
				accent_color: (number * 7_919) % 0xff_ff_ff,
				components: [
					{
						type: ComponentType.Section as const,
						components: [
							text(
								`### Case ${number}\n**Held** by _somebody_ since <t:${seconds}:R>, see \`case-${number}\``,
							),
						],
						accessory: {
							type: ComponentType.Thumbnail as const,
							media: { url: `https://pictures.example.com/${number}.png` },
							description: `Picture ${number}`,
						},
					},
					separator,
					text(
						`- first line of ${number}\n- second, with [a link](https://example.com/${number})\n> and a quote\n-# ${'small print '.repeat(number % 7)}`,
					),
					{
						type: ComponentType.ActionRow as const,
						components: [
							{
								type: ComponentType.StringSelect as const,
								custom_id: `choice-${number}`,
								placeholder: 'What to do',
								options: ['Keep', 'Close', 'Ask'].map((label) => ({ label, value: label })),
							},
						],
					},
					{
						type: ComponentType.ActionRow as const,
						components: ['Open', 'Later', 'Never'].map((label) => ({
							type: ComponentType.Button as const,
							style: ButtonStyle.Secondary as const,
							custom_id: `${label}-${number}`,
							label,
						})),
					},
				],
			},
		],
	};
}
