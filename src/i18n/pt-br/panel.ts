import type { panel as english } from '../en/panel.js';

export const panel = {
	'command.panel.name': 'painel',
	'command.panel.description': 'Publica uma mensagem com a qual todos podem verificar a compra',
	'command.panel.channel.name': 'canal',
	'command.panel.channel.description': 'Onde publicar. O painel que já estiver lá é atualizado',
	'panel.title': 'Verifique sua compra',
	'panel.text':
		'Clique em **Verificar compra** e cole o código do seu recibo. Só você e o bot o veem.\n\nSeu cargo chega em segundos.',
	'panel.verify': 'Verificar compra',
	'panel.codeLabel': 'Código de compra',
	'panel.codeHint': 'Do seu recibo. Pode colar uma linha inteira: o código é encontrado nela.',
	'panel.posted': 'O painel foi publicado: {link}',
	'panel.changed': 'O painel está atualizado: {link}',
	'panel.badPicture':
		'A imagem ficou como estava: o Discord só mostra imagens de um endereço web (http ou https).',
	'panel.noChannel': 'Não dá para publicar neste canal, ou ele não existe mais.',
	'panel.noAccess':
		'Não consigo publicar em {channel}. Dê-me lá **Ver canal**, **Enviar mensagens** e **Inserir links**.',
	'panel.missing': 'Não há mais painel nesse canal. Use `/{command}` para publicar um.',
	'panel.change': 'Mudar texto e imagem',
	'panel.titleLabel': 'Título',
	'panel.textLabel': 'Texto',
	'panel.emptyHint': 'Deixe vazio para o texto padrão.',
	'panel.pictureLabel': 'Imagem',
	'panel.pictureHint': 'O endereço web de uma imagem. Deixe vazio para nenhuma.',
	'panel.audit': '⚙️ <@{userId}> publicou ou mudou o painel em <#{channelId}>',
} satisfies Record<keyof typeof english, string>;
