import type { item as english } from '../en/item.js';

export const item = {
	'item.unnamed': 'Produto {id}',
	'item.price': 'Preço',
	'item.regular': '**{price}** licença padrão',
	'item.extended': '**{price}** licença estendida',
	'item.category': 'Categoria',
	'item.version': 'Versão',
	'item.published': 'Publicado',
	'item.options': 'Opções',
	'item.tags': 'Tags',
	'item.links': 'Links',
	'item.liveDemo': 'Demonstração',
	'item.videoPreview': 'Prévia em vídeo',
	'item.audioPreview': 'Prévia em áudio',
	'item.screenshots': 'Capturas de tela ({count, number})',
	'item.screenshotRange':
		'{count, plural, =1 {A única captura de tela} other {Capturas de tela {first, number}–{last, number} de {count, number}}}',
	'item.screenshotAlt': 'Captura de tela {number, number} de {count, number}: {name}',
	'item.previousScreenshots': '‹ Anterior',
	'item.nextScreenshots': 'Próximo ›',
	'item.noScreenshots': 'Este produto não tem mais capturas de tela.',
	'item.noSuchId': 'Não há nenhum produto com o ID {id}.',
	'item.noSuchName':
		'Não encontrei nenhum produto com esse nome. Comece a digitar e escolha um da lista ou use o ID dele.',
	'item.didYouMean': 'Não encontrei nenhum produto com exatamente esse nome. Você quis dizer um destes?',
	'item.stillLoading':
		'Os produtos ainda não foram carregados. Tente de novo em instantes ou use o ID do produto.',
	'item.later': 'Não é possível consultar produtos agora. Tente de novo em alguns minutos.',
	'item.laterAt': 'Não é possível consultar produtos agora. Tente de novo {when}.',
	'item.shared': 'Pronto, o produto foi publicado abaixo para todos daqui.',
} satisfies Record<keyof typeof english, string>;
