/** The Model Context Protocol over standard input and output: three tools, which only read. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { CallToolRequestSchema, type CallToolResult, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { ASSISTANT_TOOLS, readToolCall } from '../assistant/tools.ts';
import { OpenLogs } from './openLogs.ts';

/** Serves until the client closes standard input. `redact`: no answer holds a name of a log. */
export async function serveMcp(version: string, redact: boolean): Promise<void> {
  const logs = new OpenLogs(redact);
  const server = new Server({ name: 'kubelet-timeline', version }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: ASSISTANT_TOOLS.map(({ name, title, description, inputSchema }) => ({
      name,
      title,
      description,
      inputSchema: { ...inputSchema, required: [...inputSchema.required] },
      annotations: { readOnlyHint: true, openWorldHint: false },
    })),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const call = readToolCall(params.name, params.arguments ?? {});
    if ('why' in call) return failed(call.why);
    try {
      return { content: [{ type: 'text', text: await logs.ask(call.file, call.question) }] };
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  });
  const closed = new Promise<void>((resolve) => {
    process.stdin.once('end', () => void server.close().finally(resolve));
  });
  await server.connect(new StdioServerTransport());
  await closed;
}

/** The assistant reads what is wrong, and can ask again. */
function failed(why: string): CallToolResult {
  return { content: [{ type: 'text', text: why }], isError: true };
}
