/** Packages that are there to speak over a network. */

const CLIENTS: ReadonlySet<string> = new Set(
  `axios node-fetch cross-fetch isomorphic-fetch whatwg-fetch undici got ky ofetch superagent request request-promise needle
  phin bent wretch make-fetch-happen minipass-fetch npm-registry-fetch teeny-request typed-rest-client redaxios gaxios follow-redirects
  http-proxy http-proxy-agent https-proxy-agent socks socks-proxy-agent proxy-agent global-agent
  ws isows websocket faye-websocket socket.io socket.io-client engine.io-client sockjs-client reconnecting-websocket eventsource event-source-polyfill
  @microsoft/signalr graphql-request @apollo/client urql @urql/core apollo-client
  express fastify koa hapi @hapi/hapi restify polka connect hono @hono/node-server
  nodemailer imap imapflow mailparser ssh2 ssh2-sftp-client node-ssh basic-ftp ftp ldapjs
  mqtt amqplib kafkajs nats zeromq stompit
  redis ioredis pg postgres mysql mysql2 mariadb mongodb mongoose tedious mssql cassandra-driver couchbase nano influx
  @elastic/elasticsearch @opensearch-project/opensearch @clickhouse/client neo4j-driver @supabase/supabase-js firebase firebase-admin
  openai @anthropic-ai/sdk @google/generative-ai @google/genai cohere-ai replicate @huggingface/inference ollama groq-sdk
  @octokit/rest @octokit/core @octokit/request @octokit/graphql octokit @gitbeaker/node @gitbeaker/rest
  @slack/web-api @slack/bolt @slack/webhook discord.js telegraf grammy node-telegram-bot-api twilio stripe
  @sentry/node @datadog/datadog-api-client posthog-node mixpanel analytics-node @segment/analytics-node
  @grpc/grpc-js grpc @connectrpc/connect-node
  puppeteer puppeteer-core playwright playwright-core selenium-webdriver
  dns-packet native-dns multicast-dns bonjour tunnel ngrok localtunnel`.split(/\s+/),
);

/** Whether a specifier names a package that speaks over a network. */
export function isNetworkClient(specifier: string): boolean {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return CLIENTS.has(name) || /^@(?:aws-sdk|google-cloud|azure|octokit)\//.test(specifier);
}
