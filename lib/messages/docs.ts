/** The frame around the API's documentation. The guides' own words stand in docs/guides. */
export const docs = {
  title: 'API documentation',
  skip: 'Skip to the content',
  navigation: 'Documentation',
  reference: 'Reference',
  referenceTitle: 'API reference',
  guides: {
    'quick-start': 'Quick start',
    charges: 'Charges',
    webhooks: 'Webhooks',
    decisions: 'Decisions',
  },
  onThisPage: 'On this page',
  loading: 'The reference is loading…',
  servers: 'Address of the API',
  examples: 'Example',
  unavailableTitle: 'The API cannot be reached',
  unavailable:
    'The reference is read from the running API, which does not answer right now. The guides are here.',
  download: 'OpenAPI document',
  /** By the language of a code block. */
  blocks: {
    bash: 'Command',
    http: 'Answer',
    json: 'JSON',
    text: 'Text',
  } as Readonly<Record<string, string>>,
  code: 'Code',
  copyCode: 'Copy code',
} as const
