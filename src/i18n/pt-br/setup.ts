import type { setup as english } from '../en/setup.js';

export const setup = {
	'setup.title': '## Configurar este servidor\nCada escolha é salva na hora.',
	'setup.buyer': '**Cargo de comprador** · para todos com uma compra verificada',
	'setup.supported': '**Cargo com suporte** · vale enquanto ao menos uma compra tiver suporte (opcional)',
	'setup.audit':
		'**Canal de auditoria** · onde sua equipe lê quem se verificou e o que deu errado (opcional)',
	'setup.more':
		'**Mais cargos** · para produtos, categorias ou tipos de licença específicos (opcional): {count, plural, =0 {nenhum ainda} other {{count, number}}}',
	'setup.moreTroubles': '❌ Alguns destes cargos não funcionam: veja *Mais cargos*.',
	'setup.former': '-# Um cargo que você troca ou remove aqui continua com os membros que o têm.',
	'setup.chooseRole': 'Escolha um cargo',
	'setup.chooseChannel': 'Escolha um canal',
	'setup.moreButton': 'Mais cargos',
	'setup.again': 'Verificar de novo',
	'setup.unavailable':
		'⚠️ O Discord não informa nada sobre este servidor agora, então nada foi salvo. Tente de novo mais tarde.',
	'setup.missing': '⛔ O cargo `{roleId}` não foi salvo: ele não existe mais.',
	'setup.everyone': '⛔ <@&{roleId}> não foi salvo: todo mundo já tem.',
	'setup.managed':
		'⛔ <@&{roleId}> não foi salvo: pertence a um bot ou a uma integração, e ninguém pode dá-lo.',
	'setup.rules.title': '## Cargos por produto, categoria e tipo de licença',
	'setup.rules.how':
		'Adicione um com `/configurar produto`, `/configurar categoria` ou `/configurar licença`. Uma compra dá todos os cargos que combinam com ela, além do cargo de comprador.',
	'setup.rules.none': 'Ainda não há nenhum.',
	'setup.rules.page': '-# Página {page, number} de {pages, number}',
	'setup.rules.subject': '{kind, select, item {Produto} category {Categoria} other {Licença}} **{name}**',
	'setup.rules.option': '{kind, select, item {Produto} category {Categoria} other {Licença}}: {name}',
	'setup.rules.remove': 'Remover um destes',
	'setup.rules.back': '‹ Voltar',
	'setup.rules.previous': 'Anterior',
	'setup.rules.next': 'Próxima',
	'setup.rules.saved': '✅ {subject}: compradores agora recebem <@&{roleId}>.',
	'setup.rules.unseenLicence':
		'-# Ainda não houve compra com este tipo de licença. Ele deve ser escrito como o marketplace escreve.',
	'setup.rules.unknownCategory':
		'Nenhum produto tem esta categoria. Comece a digitar e escolha uma da lista.',
	'setup.rules.licenceIsCode':
		'Isso parece um código de compra, então não salvei. Um tipo de licença é um nome como `regular` ou `extended`.',
} satisfies Record<keyof typeof english, string>;
