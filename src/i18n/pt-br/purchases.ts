import type { purchases as english } from '../en/purchases.js';

export const purchases = {
	'command.purchases.name': 'compras',
	'command.purchases.description': 'Veja suas compras e recupere seus cargos',
	'purchases.open': 'Minhas compras',
	'purchases.title': 'Suas compras',
	'purchases.none': 'Você ainda não tem compra verificada. Envie o código do seu recibo com `/{command}`.',
	'purchases.bought': 'Comprado',
	'purchases.unknown': 'não se sabe',
	'purchases.supportedUntil': 'Suporte até',
	'purchases.roles': 'Cargos aqui',
	'purchases.noRoles': 'nenhum',
	'purchases.elsewhere':
		'Verificada em outro servidor. Envie o código aqui também para os cargos deste servidor.',
	'purchases.revoked': 'Não vale mais: a loja não conhece mais esta compra, como após um reembolso.',
	'purchases.restore': 'Recuperar meus cargos',
	'purchases.restored': 'Pronto. Você tem todos os cargos que suas compras dão neste servidor.',
} satisfies Record<keyof typeof english, string>;
