import type { error as english } from '../en/error.js';

export const error = {
	'error.storeUnavailable':
		'Bot şu anda kayıtlarına ulaşamıyor. Lütfen birkaç dakika sonra tekrar dene: hiçbir şey kaybolmadı.',
	'error.storeFault':
		'Bot, kayıtlarında bir sorun buldu ve daha da kötüleştirmemek için durdu. Lütfen bu sunucunun ekibine haber ver.',
	'error.misconfigured': 'Bot doğru kurulmamış. Lütfen bu sunucunun ekibine haber ver.',
	'error.unexpected': 'Botta bir şeyler ters gitti. Lütfen tekrar dene; yine olursa ekibe haber ver.',
	'error.reference': 'Referans: `{id}`',
} satisfies Record<keyof typeof english, string>;
