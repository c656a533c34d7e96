"""What the web server does between the network and the application, where its own is not enough."""

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

NOT_TEXT = 1007  # of RFC 6455


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A client that sends no UTF-8 is shown out; the log does not grow by it."""

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                if not self.close_sent:
                    self.conn.send_close(NOT_TEXT, "a text must be UTF-8")
                    self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
