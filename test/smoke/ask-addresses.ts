import { ButtonStyle, ComponentType, MessageFlags } from 'discord.js';
import { ask, type Finding } from './finding.js';
import { type Place, write } from './place.js';

const illFormed = 'refused 50035 URL_TYPE_INVALID_URL';

/** Each stands for a kind of address that a shop's item may have. */
const addresses: readonly (readonly [address: string, expected: string])[] = [
	['https://example.com/preview.png', 'accepted'],
	['https://xn--mnchen-3ya.example/preview.png', 'accepted'],
	['https://93.184.216.34/preview.png', 'accepted'],
	['http://localhost/preview.png', illFormed],
	['http://shop:8080/preview.png', illFormed],
	['https://my_shop.example.com/preview.png', illFormed],
	['https://shop-.example.com/preview.png', illFormed],
	['https://example.com:8/preview.png', illFormed],
	['https://example.com/[large]|{2}^.png', illFormed],
];

const places: Readonly<Record<string, (url: string) => unknown>> = {
	'the picture of an embed': (url) => ({ embeds: [{ title: 'Smoke', image: { url } }] }),
	'a gallery': (url) => ({
		flags: MessageFlags.IsComponentsV2,
		components: [{ type: ComponentType.MediaGallery, items: [{ media: { url } }] }],
	}),
	'the link of a button': (url) => ({
		content: 'Smoke',
		components: [
			{
				type: ComponentType.ActionRow,
				components: [{ type: ComponentType.Button, style: ButtonStyle.Link, label: 'Open', url }],
			},
		],
	}),
};

/** Asks which addresses a message may have, and where. */
export async function* askAddresses(place: Place): AsyncGenerator<Finding> {
	for (const [where, body] of Object.entries(places)) {
		for (const [address, expected] of addresses) {
			yield await ask(`\`${address}\` as ${where}`, expected, write(place, body(address)));
		}
	}
}
